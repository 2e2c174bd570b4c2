"""Sends requests to one server: key, deadlines, retries, errors."""

from __future__ import annotations

import contextvars
import email.utils
import functools
import gzip
import http.client
import json
import math
import random
import re
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from email.message import Message
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from .errors import OrbweaverError, error_of, own_error

__version__ = "0.12.0"

# Statuses of requests that succeed when they are sent again: a burst limit, a restart, a proxy without a server.
_RETRIED = (0, 429, 502, 503, 504)
_REDIRECTS = (301, 302, 303, 307, 308)
_PART_BYTES = 1 << 16
# A hundred years: what a longer Retry-After is reported as, seconds.
_LONGEST_WAIT_S = 36_525 * 86_400
# Sockets and timers take no longer one. 24 days.
_LONGEST_TIMER_S = 2_147_483
_HTTP_DATE = re.compile(r"[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT", re.ASCII)


class Options(NamedTuple):
    """How a client waits. Seconds."""

    retries: int
    # How long the server may be silent: before the beginning of a response, and between two parts of it.
    timeout_s: float
    # How long one complete response may take.
    deadline_s: float
    # A longer Retry-After, such as that of a daily quota, is an error immediately.
    longest_wait_s: float
    sleep: Callable[[float], Any]


class Response(NamedTuple):
    """A complete response that is a success."""

    body: bytes
    headers: Message
    status: int = 200

    def unexpected(self, reason: str) -> OrbweaverError:
        """An error for a success that cannot be the route's response: the page of a hotel's network, or of a proxy."""
        hint = "Check the URL of the server, and what is in between."
        request_id = self.headers.get("X-Request-Id")
        return own_error("unexpected_response", f"The response is {reason}.", hint, self.status, request_id)

    def json(self) -> Any:
        """Its JSON. Raises OrbweaverError if it is something else."""
        try:
            return json.loads(self.body.decode("utf-8-sig"), parse_constant=_no_constant)
        except (ValueError, RecursionError):
            kind = self.headers.get("Content-Type") or "of no type"
            raise self.unexpected(f"no JSON, but {kind}") from None

    def envelope(self, data: type, meta: Optional[type] = None) -> Dict[str, Any]:
        """The same for JSON with `data`, a dict or a list, and with a dict `meta` if the route has one."""
        read: Any = self.json()
        for member, kind in (("data", data), ("meta", meta)):
            if kind and not (isinstance(read, dict) and isinstance(read.get(member), kind)):
                name = "list" if kind is list else "object"
                raise self.unexpected(f'JSON without the {name} "{member}"')
        return dict(read)


def _no_constant(name: str) -> Any:
    """JSON has no NaN and no infinity, which Python would read."""
    raise ValueError(name)


class Cancellation:
    """Ends the requests of a call from another thread."""

    def __init__(self) -> None:
        self.canceled = threading.Event()
        self._end: Optional[Callable[[str], None]] = None

    def cancel(self) -> None:
        self.canceled.set()
        if self._end:
            self._end("canceled")

    def attempt(self, end: Callable[[str], None]) -> None:
        """Notes how the current attempt is ended."""
        self._end = end
        if self.canceled.is_set():
            end("canceled")


# The cancellation of the call that runs in this context.
cancellation: contextvars.ContextVar[Optional[Cancellation]] = contextvars.ContextVar("cancellation", default=None)


def send(server: str, key: Optional[str], url: str, data: Optional[bytes], options: Options) -> Response:
    """The response to a GET, or to a POST of JSON. Raises OrbweaverError."""
    headers = {"User-Agent": f"orbweaver-python/{__version__}", "Accept-Encoding": "gzip"}
    if data is not None:
        headers["Content-Type"] = "application/json"
    # The key goes nowhere else, not after a redirect either.
    if key and _origin(url) == _origin(server):
        headers["Authorization"] = f"Bearer {key}"
    canceling = cancellation.get()
    for attempt in range(options.retries + 1):
        try:
            return _Attempt(options).response(urllib.request.Request(url, data, headers), server)
        except OrbweaverError as error:
            wait_s = 2**attempt if error.retry_after is None else error.retry_after
            # A daily quota comes back tomorrow: waiting for it here would look like a hang.
            if error.status not in _RETRIED or wait_s > options.longest_wait_s or attempt == options.retries:
                raise
            # Not all clients at the same time.
            options.sleep(wait_s + random.random())
            if canceling and canceling.canceled.is_set():
                raise
    raise AssertionError("unreachable")


class _Attempt:
    """One attempt: the body is read here, so that a lost one is tried again.

    A socket's own timeout starts again with every byte, so timers end what a server sends too slowly.
    """

    def __init__(self, options: Options) -> None:
        self._timeout_s = min(options.timeout_s, _LONGEST_TIMER_S)
        self._deadline_s = min(options.deadline_s, _LONGEST_TIMER_S)
        self._sockets: List[socket.socket] = []
        self._ended: Optional[str] = None

    def response(self, request: urllib.request.Request, server: str) -> Response:
        canceling = cancellation.get()
        if canceling:
            canceling.attempt(self._end)
        timers = [
            threading.Timer(self._timeout_s, self._end, [f"nothing within {self._timeout_s:g} s"]),
            threading.Timer(self._deadline_s, self._end, [f"not complete within {self._deadline_s:g} s"]),
        ]
        for timer in timers:
            timer.daemon = True
            timer.start()
        opener = urllib.request.build_opener(_Redirects, _Http(self._connection), _Https(self._connection))
        try:
            try:
                with opener.open(request, timeout=self._timeout_s) as response:
                    timers[0].cancel()
                    return _checked(Response(self._read(response), response.headers, response.status))
            except urllib.error.HTTPError as error:
                with error:
                    timers[0].cancel()
                    if error.code in _REDIRECTS and error.headers.get("Location"):
                        raise OSError("a redirect that cannot be followed") from None
                    raise _refusal(error, self._read(error)) from None
        # ValueError: of a redirect to something that is no URL.
        except (OSError, EOFError, ValueError, http.client.HTTPException, zlib.error) as error:
            reason = self._ended or getattr(error, "reason", None) or str(error) or type(error).__name__
            body = {"code": "no_response", "error": f"No complete response from {server} ({reason})."}
            raise error_of(0, body) from error
        finally:
            for timer in timers:
                timer.cancel()

    def _end(self, reason: str) -> None:
        """Closes the connections, in another thread than the one that reads."""
        self._ended = self._ended or reason
        for one in self._sockets:
            try:
                # Not the method of a TLS socket, which another thread may be reading.
                socket.socket.shutdown(one, socket.SHUT_RDWR)
            except OSError:
                pass

    def _connection(self, kind: type, host: str, **options: Any) -> Any:
        attempt = self

        class Connection(kind):  # type: ignore[misc]
            response_class = _FinalResponse

            def connect(self) -> None:
                super().connect()
                attempt._sockets.append(self.sock)
                if attempt._ended:
                    raise TimeoutError(attempt._ended)

        return Connection(host, **options)

    def _read(self, response: Any) -> bytes:
        """The whole body, decompressed."""
        parts = []
        while True:
            part = response.read1(_PART_BYTES)
            if self._ended:
                raise TimeoutError(self._ended)
            if not part:
                break
            parts.append(part)
        body = b"".join(parts)
        length = _digits(response.headers.get("Content-Length"))
        # `read1` ends quietly if a connection is lost.
        if length is not None and len(body) < length:
            raise http.client.IncompleteRead(body, length - len(body))
        return gzip.decompress(body) if response.headers.get("Content-Encoding", "").lower() == "gzip" else body


def _checked(response: Response) -> Response:
    """Raises OrbweaverError for a success that no route sends: a web page, or a part of a file that was not requested."""
    if re.search(r"\bhtml\b", response.headers.get("Content-Type", ""), re.IGNORECASE):
        raise response.unexpected("HTML")
    if response.status == 206:
        raise response.unexpected("a part of a file")
    return response


def _refusal(error: urllib.error.HTTPError, body: bytes) -> OrbweaverError:
    """The error of an error response. A proxy's has no JSON."""
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict) or not isinstance(read.get("error"), str):
        read = {"error": f"HTTP status {error.code}."}
    if not isinstance(read.get("code"), str):
        read["code"] = "http_error"
    return error_of(error.code, read, _wait(error.headers), error.headers.get("X-Request-Id"))


def _digits(text: Optional[str]) -> Optional[int]:
    # Python keeps the space after a value, and converts no number of more than 4,300 digits.
    found = re.fullmatch(r"([0-9]{1,20})[0-9]*[ \t]*", text or "")
    return int(found[1]) if found else None


def _wait(headers: Message) -> Optional[int]:
    """Seconds that `Retry-After` asks to wait, as a number or by a date, which counts from the server's `Date`. None without a wait."""
    wait = headers.get("Retry-After", "")
    seconds = _digits(wait)
    if seconds is None:
        until, now = _date(wait), _date(headers.get("Date", ""))
        seconds = 0 if until is None else math.ceil(until - (time.time() if now is None else now))
        if seconds <= 0:
            return None
    return min(seconds, _LONGEST_WAIT_S)


def _date(text: str) -> Optional[float]:
    try:
        return email.utils.parsedate_to_datetime(text).timestamp() if _HTTP_DATE.fullmatch(text) else None
    except (TypeError, ValueError, OverflowError):
        return None


def _origin(url: str) -> Optional[Tuple[str, Optional[str], Optional[int]]]:
    """Scheme, host, and port. None for a URL that urllib cannot parse, so that it equals no server's."""
    try:
        parts = urllib.parse.urlsplit(url)
        return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return None


class _Http(urllib.request.HTTPHandler):
    """Opens connections that an attempt can end."""

    def __init__(self, connection: Callable[..., Any]) -> None:
        super().__init__()
        self._connection = connection

    def http_open(self, req: Any) -> Any:
        opened: Any = functools.partial(self._connection, http.client.HTTPConnection)
        return self.do_open(opened, req)


class _FinalResponse(http.client.HTTPResponse):
    """The response after informational ones. http.client passes over 100 only, not over 103 (early hints)."""

    def begin(self) -> None:
        super().begin()
        if self.status == 101:
            raise http.client.UnknownProtocol("a switch to another protocol")
        while 102 <= self.status < 200:
            # Makes it read on.
            self.headers = None  # type: ignore[assignment]
            super().begin()


class _Https(urllib.request.HTTPSHandler):
    """The same with TLS."""

    def __init__(self, connection: Callable[..., Any]) -> None:
        super().__init__()
        self._connection = connection

    def https_open(self, req: Any) -> Any:
        opened: Any = functools.partial(self._connection, http.client.HTTPSConnection)
        return self.do_open(opened, req)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects as browsers do: at most 20, and without the key to another origin, to which urllib would send it."""

    max_redirections = max_repeats = 20

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        repeats = code in (307, 308) or req.get_method() == "GET"
        left_out = set() if repeats else {"content-type"}
        if _origin(newurl) != _origin(req.full_url):
            left_out.add("authorization")
        kept = {name: value for name, value in req.headers.items() if name.lower() not in left_out}
        url = newurl.replace(" ", "%20")
        return urllib.request.Request(url, req.data if repeats else None, kept, req.origin_req_host, True)

    # Python 3.11 has it, too.
    http_error_308 = urllib.request.HTTPRedirectHandler.http_error_302
