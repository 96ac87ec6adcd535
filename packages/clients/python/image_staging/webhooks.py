"""Verifies what the service sends to your receiver."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, cast, get_args, get_type_hints

from ._resource import Resource, decoded, resource
from ._target import trimmed
from .errors import WebhookError
from .types import WebhookEvent


class Headers(Protocol):
    """A dict, or what a web framework has for headers; names have any case."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Names and values."""
        ...


def verify(
    raw_body: bytes | str,
    headers: Headers,
    secrets: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies a message by the Standard Webhooks specification and returns it.

    `raw_body` is the body exactly as it arrived. During a rotation, give both secrets: one that matches is enough.
    Signatures are compared in constant time. `tolerance` is how many seconds the message's time may be from `now`, in
    Unix seconds. Raises a WebhookError; answer such a message with 400. A message of a type that this version does not
    know is returned, too: ignore it.
    """
    keys = [_key_of(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("Give at least one signing secret.")
    if not isinstance(raw_body, bytes | bytearray | memoryview | str):
        raise TypeError("Give the body as it arrived, as bytes or text: one that was parsed cannot be verified.")
    given = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    missing = [name for name in names if not given.get(name)]
    if missing:
        raise WebhookError("webhook_headers", f"A header is missing: {', '.join(missing)}.")
    message_id, timestamp, signatures = (given[name] for name in names)
    _check_time(timestamp, tolerance, time.time() if now is None else now)

    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    signed = f"{message_id}.{timestamp}.".encode(errors="replace") + body
    entries = [_bytes_of(entry[3:]) for entry in signatures.split(" ") if entry.startswith("v1,")]
    if not entries:
        raise WebhookError("webhook_signature", "webhook-signature has no signature of version v1.")
    expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    if not any(hmac.compare_digest(digest, entry) for digest in expected for entry in entries):
        raise WebhookError(
            "webhook_signature", "No signature matches: another secret, or another body than the one that arrived."
        )
    try:
        event = json.loads(body)
    except ValueError as error:
        raise WebhookError("webhook_body", "The body is not JSON.") from error
    kind = _KINDS.get(event.get("type")) if isinstance(event, dict) else None
    return cast(WebhookEvent, decoded(kind or UnknownEvent, event))


@resource
class UnknownEvent(Resource):
    """A message of a type that this version does not know."""

    type: str
    timestamp: str
    data: dict[str, Any]


_KINDS = {get_args(get_type_hints(kind)["type"])[0]: kind for kind in get_args(WebhookEvent)}


def _check_time(timestamp: str, tolerance: float, now: float) -> None:
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise WebhookError("webhook_timestamp", "webhook-timestamp is no whole number of seconds.")
    age = now - float(timestamp)
    if age > tolerance:
        raise WebhookError("webhook_timestamp", "The message is too old.")
    if age < -tolerance:
        raise WebhookError("webhook_timestamp", "The message is from the future: is this machine's clock right?")


def _bytes_of(text: str) -> bytes:
    """The bytes of base64; none if it is something else."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _key_of(secret: str) -> bytes:
    key = _bytes_of(trimmed(secret).removeprefix("whsec_"))
    if not key:
        raise ValueError("A signing secret is base64 after whsec_.")
    return key
