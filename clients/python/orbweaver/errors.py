"""The errors of the client: every failure of a request is an OrbweaverError."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence


class OrbweaverError(Exception):
    """An error response, or a failure without a usable response: then `code` is the client's own.

    `status` is 0 if there was no complete response. `parameter` and `allowed` name what a 400 does not accept, and what it
    accepts. `retry_after` is the wait of `Retry-After`, seconds. `body` is the complete error response.
    """

    def __init__(
        self,
        status: int,
        body: Mapping[str, Any],
        retry_after: Optional[int] = None,
        request_id: Optional[str] = None,
    ) -> None:
        self.status = status
        self.body = dict(body)
        self.code: str = body["code"]
        # The error of a proxy may have members of the same names and other types.
        self.hint = _text(body.get("hint"))
        self.parameter = _text(body.get("parameter"))
        allowed = body.get("allowed")
        self.allowed: Optional[Sequence[str]] = [str(value) for value in allowed] if isinstance(allowed, list) else None
        self.retry_after = retry_after
        self.request_id = request_id
        choices = self.allowed and f"Allowed: {', '.join(self.allowed)}."
        super().__init__(" ".join(str(part) for part in (body.get("error"), self.hint, choices) if part))


class InvalidRequestError(OrbweaverError):
    """400: a parameter or a query is not accepted."""


class AuthenticationError(OrbweaverError):
    """401 and 403: the key is missing, wrong, or revoked, or its account is suspended."""


class NotFoundError(OrbweaverError):
    """404: there is no such object, or it has no elements."""


class RateLimitError(OrbweaverError):
    """429: a limit per day or second, or too many requests at a time."""


class NoResponseError(OrbweaverError):
    """No complete response: no connection, a lost one, or silence."""


_CLASSES = {
    0: NoResponseError,
    400: InvalidRequestError,
    401: AuthenticationError,
    403: AuthenticationError,
    404: NotFoundError,
    429: RateLimitError,
}


def error_of(
    status: int, body: Mapping[str, Any], retry_after: Optional[int] = None, request_id: Optional[str] = None
) -> OrbweaverError:
    """The error of a status, in the class that it has."""
    return _CLASSES.get(status, OrbweaverError)(status, body, retry_after, request_id)


def own_error(
    code: str, error: str, hint: Optional[str] = None, status: int = 0, request_id: Optional[str] = None
) -> OrbweaverError:
    """A failure that no response of the service describes."""
    return OrbweaverError(status, {"code": code, "error": error, "hint": hint}, request_id=request_id)


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None
