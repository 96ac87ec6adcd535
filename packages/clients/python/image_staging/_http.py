"""Requests of one organization, each repeated under the same idempotency key if that can help.

What to send and when to pause is decided here, in generators; a runner for threads and one for asyncio do it.
"""

import json
import random
import re
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeAlias, TypeGuard, TypeVar, cast
from urllib.parse import urlencode

import httpx

from ._resource import decoded
from ._retry_after import retry_after_of
from ._target import api_key_of, base_of, checked_idempotency_key, in_utf8
from .errors import ApiConnectionError, ApiError

T = TypeVar("T")

MAX_BACKOFF = 8.0
"""The longest pause that grows by itself; a `retry_after` may be longer."""
MAX_ADVICE = 120.0
"""A longer `retry_after` is the caller's to wait for."""
UPLOAD_FACTOR = 10
"""A picture of 50 MiB takes longer than any other request."""


@dataclass(frozen=True)
class Attempt:
    """A request to send, after a pause of so many seconds."""

    after: float
    request: httpx.Request
    timeout: float


@dataclass(frozen=True)
class Reply:
    """A whole answer, of any status."""

    status: int
    headers: httpx.Headers
    content: bytes


@dataclass(frozen=True)
class Lost:
    """No whole answer came; the request id if its headers did."""

    error: httpx.RequestError | ValueError
    request_id: str | None


Steps: TypeAlias = Generator[Attempt, Reply | Lost, T]
"""Attempts that a runner makes until there is a result."""


@dataclass(frozen=True)
class Answer(Generic[T]):
    """An answer of a call that succeeded."""

    body: T
    request_id: str | None
    replayed: bool
    link: str | None = None
    """The header that has the address of the next page, of a file that has several."""


@dataclass(frozen=True)
class Form:
    """Fields and files, each with its name and content."""

    fields: dict[str, str]
    files: dict[str, tuple[str, bytes]]


@dataclass(frozen=True)
class Put:
    """A file as the whole body."""

    headers: dict[str, str]
    stream: httpx.SyncByteStream


@dataclass(frozen=True)
class Call:
    """What to send, without how often."""

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    """A path of the API, or an absolute URL, to which the API key is not sent."""
    query: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, object] | Form | Put | None = None
    idempotency_key: str | None = None
    accept: str | None = None
    """The media type of the answer, if it has several."""


@dataclass(frozen=True)
class Connection:
    """An organization's access to the API."""

    base_url: str
    api_key: str
    max_retries: int
    timeout: float
    backoff: float

    def json(self, kind: type[T], call: Call, after: float = 0) -> Steps[Answer[T]]:
        """A call with a JSON answer, of which the document promises that it is of this kind."""
        return (yield from self.call(call, lambda content: cast(T, decoded(kind, json.loads(content))), after))

    def call(self, call: Call, read: Callable[[bytes], T], after: float = 0) -> Steps[Answer[T]]:
        """Sends until an answer succeeds, cannot be repeated, or was repeated often enough."""
        key = call.idempotency_key
        if call.method == "POST" and key is None:
            key = str(uuid.uuid4())
        retries = 0
        while True:
            outcome = yield from self._attempt(call, key, read, after)
            if isinstance(outcome, Answer):
                return outcome
            advice = outcome.retry_after if isinstance(outcome, ApiError) else None
            if not outcome.retryable or (advice or 0) > MAX_ADVICE or retries >= self.max_retries:
                raise outcome
            after = self._pause_before(retries, advice)
            retries += 1

    def _attempt(
        self, call: Call, key: str | None, read: Callable[[bytes], T], after: float
    ) -> Steps[Answer[T] | ApiError | ApiConnectionError]:
        timeout = self.timeout * (UPLOAD_FACTOR if call.method == "PUT" else 1)
        outcome = yield Attempt(after, self._request_of(call, key, timeout), timeout)
        if isinstance(outcome, Lost):
            return _lost(outcome, timeout, key)
        request_id = outcome.headers.get("x-request-id")
        if not 200 <= outcome.status < 300:
            return _refusal_of(outcome, request_id, key)
        try:
            body = read(outcome.content)
        except ValueError as error:
            return _lost(Lost(error, request_id), timeout, key)
        replayed = outcome.headers.get("idempotent-replayed") == "true"
        return Answer(body, request_id, replayed, outcome.headers.get("link"))

    def _request_of(self, call: Call, key: str | None, timeout: float) -> httpx.Request:
        is_own = call.path.startswith("/")
        query = urlencode({name: value for name, value in call.query.items() if value is not None})
        url = (self.base_url if is_own else "") + call.path + (f"?{query}" if query else "")
        headers = {"user-agent": "image-staging-python"}
        if call.accept is not None:
            headers["accept"] = call.accept
        if is_own:
            headers["authorization"] = f"Bearer {self.api_key}"
        if call.method == "POST" and key is not None:
            headers["idempotency-key"] = checked_idempotency_key(key)
        limits = {"timeout": httpx.Timeout(timeout).as_dict()}
        body = call.body
        if body is None:
            return httpx.Request(call.method, url, headers=in_utf8(headers), extensions=limits)
        if isinstance(body, Put):
            # httpx names the host only if it makes the stream itself.
            headers |= {"host": httpx.URL(url).netloc.decode("ascii"), **body.headers}
            return httpx.Request(call.method, url, headers=in_utf8(headers), stream=body.stream, extensions=limits)
        if isinstance(body, Form):
            return httpx.Request(
                call.method, url, headers=in_utf8(headers), data=body.fields, files=body.files, extensions=limits
            )
        headers["content-type"] = "application/json"
        content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
        return httpx.Request(call.method, url, headers=in_utf8(headers), content=content, extensions=limits)

    def _pause_before(self, retries: int, advice: float | None) -> float:
        """What has a `retry_after` is repeated no sooner; anything else after a pause that doubles. Both vary."""
        if advice is not None:
            return advice + random.random() * self.backoff
        return float(min(MAX_BACKOFF, self.backoff * 2**retries)) * (0.5 + random.random() / 2)


def connection_of(base_url: str, api_key: str, max_retries: int, timeout: float, backoff: float) -> Connection:
    """Checks what no request could repair."""
    return Connection(base_of(base_url), api_key_of(api_key), max_retries, timeout, backoff)


def _lost(lost: Lost, timeout: float, key: str | None) -> ApiConnectionError:
    if isinstance(lost.error, httpx.TimeoutException):
        code, message = "timed_out", f"No answer came within {timeout:g} s."
    else:
        code, message = "connection_failed", f"The connection failed: {lost.error or type(lost.error).__name__}"
    # A request that cannot be sent fails each time.
    retryable = not isinstance(lost.error, httpx.LocalProtocolError | httpx.UnsupportedProtocol)
    error = ApiConnectionError(code, message, retryable, request_id=lost.request_id, idempotency_key=key)
    error.__cause__ = lost.error
    return error


def _refusal_of(reply: Reply, request_id: str | None, key: str | None) -> ApiError:
    """An answer that is no success; a gateway or a store in front may answer without the service's envelope."""
    try:
        envelope = json.loads(reply.content)
    except ValueError:
        envelope = None
    given = envelope.get("error") if isinstance(envelope, dict) else None
    error = given if isinstance(given, dict) else {}
    code, message, retryable, advice = (error.get(name) for name in ("code", "message", "retryable", "retry_after"))
    if redirect := _redirect_of(reply):
        message = redirect
    return ApiError(
        reply.status,
        code if isinstance(code, str) else "unexpected_answer",
        message if isinstance(message, str) else f"The answer has status {reply.status}.",
        retryable if isinstance(retryable, bool) else reply.status == 429 or reply.status >= 500,
        retry_after=float(advice) if _is_seconds(advice) else retry_after_of(reply.headers),
        request_id=request_id,
        idempotency_key=key,
    )


def _is_seconds(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def _redirect_of(reply: Reply) -> str | None:
    """What is wrong if an answer is a redirect that was not followed, without what may be secret in its target."""
    location = reply.headers.get("location")
    if not 300 <= reply.status <= 399 or location is None:
        return None
    target = re.split(r"[?#]", location)[0]
    return f"The request was redirected ({reply.status}) to {target}, and not sent there: check the base URL."
