import base64
import hashlib
import hmac
import os
import subprocess
import sys
import time
from pathlib import Path

import httpx

CLIENT = str(Path(__file__).parents[1])
EXAMPLES = Path(__file__).parents[2] / "conformance/examples"
SECRETS = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"]


def signed(message_id: str, body: bytes, secret: str) -> dict[str, str]:
    timestamp = str(int(time.time()))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def test_the_example_receiver_takes_each_message_once_and_refuses_others() -> None:
    body = '{"type": "webhook.test", "data": {"test_id": "Küche"}}'.encode()
    environment = {**os.environ, "WEBHOOK_SECRET": " ".join(SECRETS), "PORT": "0", "PYTHONPATH": CLIENT}
    program = [sys.executable, str(EXAMPLES / "receive-webhooks/main.py")]
    with subprocess.Popen(program, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as receiver:
        assert receiver.stdout is not None
        url = receiver.stdout.readline().decode().split()[-1]
        answers = [
            httpx.post(url, content=body, headers=signed(*message)).status_code
            for message in [
                ("msg_1", body, SECRETS[0]),
                ("msg_1", body, SECRETS[1]),
                ("msg_2", body, SECRETS[1]),
                ("msg_3", body + b" ", SECRETS[0]),
            ]
        ]
        receiver.terminate()
        printed = receiver.stdout.read().decode()
    assert answers == [204, 204, 204, 400]
    assert [printed.count(name) for name in ("msg_1", "msg_2", "msg_3", "Küche")] == [1, 1, 0, 2]
