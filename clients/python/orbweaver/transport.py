"""Sends requests to one server: key, deadlines, retries, errors."""

from __future__ import annotations

import gzip
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from email.message import Message
from typing import Any, Callable, NamedTuple, Optional, Tuple

from .errors import OrbweaverError, error_of, own_error

__version__ = "0.2.0"

# Statuses of requests that succeed when they are sent again: a burst limit, a restart, a proxy without a server.
_RETRIED = (0, 429, 502, 503, 504)
_PART_BYTES = 1 << 16


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

    def json(self) -> Any:
        """Its JSON. Raises OrbweaverError if it is something else: the page of a hotel's network, or of a proxy."""
        try:
            return json.loads(self.body)
        except ValueError:
            kind = self.headers.get("Content-Type") or "of no type"
            hint = "Check the URL of the server, and what is in between."
            raise own_error("unexpected_response", f"The response is no JSON, but {kind}.", hint, 200) from None

    def envelope(self, *members: str) -> Any:
        """The same for JSON with `data`, and with `meta` if it is a page of a list."""
        read = self.json()
        for member in members or ("data",):
            if not isinstance(read, dict) or not isinstance(read.get(member), (dict, list)):
                hint = "Check the URL of the server, and what is in between."
                raise own_error("unexpected_response", f'The response is JSON without "{member}".', hint, 200)
        return read


def send(server: str, key: Optional[str], url: str, data: Optional[bytes], options: Options) -> Response:
    """The response to a GET, or to a POST of JSON. Raises OrbweaverError."""
    headers = {"User-Agent": f"orbweaver-python/{__version__}", "Accept-Encoding": "gzip"}
    if data is not None:
        headers["Content-Type"] = "application/json"
    # The key goes nowhere else, not after a redirect either.
    if key and _origin(url) == _origin(server):
        headers["Authorization"] = f"Bearer {key}"
    for attempt in range(options.retries + 1):
        try:
            return _attempt(urllib.request.Request(url, data, headers), server, options)
        except OrbweaverError as error:
            wait_s = 2**attempt if error.retry_after is None else error.retry_after
            # A daily quota comes back tomorrow: waiting for it here would look like a hang.
            if error.status not in _RETRIED or wait_s > options.longest_wait_s or attempt == options.retries:
                raise
        # Not all clients at the same time.
        options.sleep(wait_s + random.random())
    raise AssertionError("unreachable")


def _attempt(request: urllib.request.Request, server: str, options: Options) -> Response:
    """One attempt: the body is read here, so that a lost one is tried again."""
    ends = time.monotonic() + options.deadline_s
    try:
        try:
            with _opener.open(request, timeout=options.timeout_s) as response:
                return Response(_read(response, ends, options.deadline_s), response.headers)
        except urllib.error.HTTPError as error:
            with error:
                if 300 <= error.code < 400:
                    raise OSError("a redirect that cannot be followed") from None
                raise _refusal(error, _read(error, ends, options.deadline_s)) from None
    except (OSError, EOFError, http.client.HTTPException, zlib.error) as error:
        reason = getattr(error, "reason", None) or str(error) or type(error).__name__
        body = {"code": "no_response", "error": f"No complete response from {server} ({reason})."}
        raise error_of(0, body) from error


def _read(response: Any, ends: float, deadline_s: float) -> bytes:
    """The whole body, decompressed."""
    parts = []
    while True:
        part = response.read1(_PART_BYTES)
        if not part:
            break
        parts.append(part)
        if time.monotonic() > ends:
            raise TimeoutError(f"not complete within {deadline_s} s")
    body = b"".join(parts)
    length = response.headers.get("Content-Length", "")
    # `read1` ends quietly if a connection is lost.
    if length.isdigit() and len(body) < int(length):
        raise http.client.IncompleteRead(body, int(length) - len(body))
    return gzip.decompress(body) if response.headers.get("Content-Encoding") == "gzip" else body


def _refusal(error: urllib.error.HTTPError, body: bytes) -> OrbweaverError:
    """The error of an error response. A proxy's has no JSON."""
    wait = error.headers.get("Retry-After", "")
    facts: Tuple[Optional[int], Optional[str]] = (int(wait) if wait.isdigit() else None, error.headers.get("X-Request-Id"))
    try:
        read = json.loads(body)
    except ValueError:
        read = None
    if not isinstance(read, dict) or not isinstance(read.get("error"), str):
        read = {"error": f"HTTP status {error.code}."}
    return error_of(error.code, {"code": "http_error", **read}, *facts)


def _origin(url: str) -> Optional[tuple]:
    """Scheme, host, and port. None for a URL that urllib cannot parse, so that it equals no server's."""
    try:
        parts = urllib.parse.urlsplit(url)
        return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return None


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects without sending the key to another origin, which urllib would do."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        following = super().redirect_request(req, fp, code, msg, headers, newurl)
        if following is not None and _origin(newurl) != _origin(req.full_url):
            following.remove_header("Authorization")
        return following


_opener = urllib.request.build_opener(_Redirects)
