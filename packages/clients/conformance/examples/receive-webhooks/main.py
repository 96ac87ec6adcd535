"""Receives webhooks, each message once.

WEBHOOK_SECRET=whsec_… python packages/clients/conformance/examples/receive-webhooks/main.py
During a rotation, the secrets are separated by a space.
"""

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from image_staging import WebhookError, webhooks
from image_staging.types import WebhookEvent


def webhook_receiver(
    secrets: Sequence[str], on_event: Callable[[str, WebhookEvent], object]
) -> type[BaseHTTPRequestHandler]:
    """Verifies the signature over the exact bytes of the body and passes each event to `on_event` once.

    `on_event` should store the event and leave the work for later: the answer, 204, waits for it. `seen` stands for a
    unique key in your database.
    """
    seen: set[str] = set()

    class Receiver(BaseHTTPRequestHandler):
        """Answers 204 to what the service has sent, and 400 to anything else."""

        def do_POST(self) -> None:
            """Takes a message."""
            body = self.rfile.read(int(self.headers["content-length"]))
            try:
                event = webhooks.verify(body, self.headers, secrets)
            except WebhookError:
                return self.answer(400)
            message_id = self.headers["webhook-id"]
            if message_id not in seen:
                on_event(message_id, event)
                seen.add(message_id)
            return self.answer(204)

        def answer(self, status: int) -> None:
            """Answers without a body."""
            self.send_response(status)
            self.end_headers()

    return Receiver


def main() -> None:
    """Prints what arrives."""
    secrets = os.environ.get("WEBHOOK_SECRET", "").split()
    if not secrets:
        sys.exit("Set WEBHOOK_SECRET to the signing secret of your organization: whsec_…")

    def show(message_id: str, event: WebhookEvent) -> None:
        print(message_id, json.dumps(asdict(event), indent=2, ensure_ascii=False), flush=True)

    port = int(os.environ.get("PORT", "4100"))
    with ThreadingHTTPServer(("127.0.0.1", port), webhook_receiver(secrets, show)) as server:
        print(f"Receiving webhooks at http://127.0.0.1:{server.server_port}/", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
