"""Verifies what the service sends to your receiver."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Sequence
from typing import Protocol, cast

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
    given = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    message_id, timestamp, signatures = (given.get(name, "") for name in names)
    if not (message_id and timestamp and signatures):
        raise WebhookError("webhook_headers", f"A header is missing: {', '.join(names)}.")
    is_whole = timestamp.isascii() and timestamp.isdigit()
    if not is_whole or abs((time.time() if now is None else now) - float(timestamp)) > tolerance:
        raise WebhookError("webhook_timestamp", "The message is too old, or from the future.")

    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    signed = f"{message_id}.{timestamp}.".encode(errors="replace") + body
    entries = [_bytes_of(entry[3:]) for entry in signatures.split(" ") if entry.startswith("v1,")]
    expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    if not any(hmac.compare_digest(digest, entry) for digest in expected for entry in entries):
        raise WebhookError(
            "webhook_signature", "No signature matches: another secret, or another body than the one that arrived."
        )
    try:
        return cast(WebhookEvent, json.loads(body))
    except ValueError as error:
        raise WebhookError("webhook_body", "The body is not JSON.") from error


def _bytes_of(text: str) -> bytes:
    """The bytes of base64; none if it is something else."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _key_of(secret: str) -> bytes:
    key = _bytes_of(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("A signing secret is base64 after whsec_.")
    return key
