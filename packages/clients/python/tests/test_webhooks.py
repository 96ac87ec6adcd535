import base64
import hashlib
import hmac
import re
import time
from email.message import Message
from pathlib import Path

import pytest

from image_staging import WebhookError, webhooks

from .conformance import plain, read_table
from .scripted_server import Table

MESSAGES = read_table("webhooks.json")


def options_of(message: Table) -> Table:
    tolerance = {"tolerance": message["tolerance_seconds"]} if "tolerance_seconds" in message else {}
    return {"now": message["now"], **tolerance}


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message["title"])
def test_message(message: Table) -> None:
    headers, body, secrets = message["headers"], message["body"], message["secrets"]
    from_a_server = Message()
    for name, value in headers.items():
        from_a_server[name] = value
    for raw_body, given in ((body, headers), (body.encode(), from_a_server)):
        if "event" in message:
            event = webhooks.verify(raw_body, given, secrets, **options_of(message))
            data = plain(event)["data"]
            assert {"type": event.type, "job_id": data.get("job_id")} == message["event"]
        else:
            with pytest.raises(WebhookError) as raised:
                webhooks.verify(raw_body, given, secrets, **options_of(message))
            assert raised.value.code == message["code"]


def test_a_secret_that_is_not_base64_is_the_callers_mistake() -> None:
    message = MESSAGES[0]
    with pytest.raises(ValueError, match="base64"):
        webhooks.verify(message["body"], message["headers"], "whsec_???", now=message["now"])


def signed(secret: str, body: bytes) -> dict[str, str]:
    timestamp = str(int(time.time()))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"msg_1.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return {
        "webhook-id": "msg_1",
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def test_bytes_that_are_no_text_are_refused_only_after_they_are_verified() -> None:
    secret, body = MESSAGES[0]["secrets"][0], b"\xff"
    with pytest.raises(WebhookError, match="webhook_body"):
        webhooks.verify(body, signed(secret, body), secret)


def test_the_documented_way_to_verify_accepts_what_is_signed_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[4] / "docs/webhooks.md").read_text("utf-8")
    blocks = [code for code in re.findall(r"```python verify\n(.*?)\n```", page, re.DOTALL) if "image_staging" in code]
    secret, body = MESSAGES[0]["secrets"][0], b'{"type": "webhook.test", "data": {"test_id": "K\xc3\xbcche"}}'
    monkeypatch.setenv("WEBHOOK_SECRET", secret)
    assert blocks
    for code in blocks:
        names: Table = {}
        exec(code, names)
        assert names["verify"](body, signed(secret, body)).data.test_id == "Küche"
        with pytest.raises(WebhookError):
            names["verify"](body + b" ", signed(secret, body))
