"""Stages one picture, and saves it when its webhook has come.

STAGING_BASE_URL=… STAGING_API_KEY=… WEBHOOK_SECRET=whsec_… python main.py living-room.jpg staged.jpg
The service reaches this program by RECEIVER_URL; only a local service takes its address on this machine.
"""

import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from image_staging import Staging, WebhookError, webhooks
from image_staging.types import WebhookEvent

source, target = map(Path, sys.argv[1:])
events: list[WebhookEvent] = []


class Receiver(BaseHTTPRequestHandler):
    """Keeps what the service has signed."""

    def do_POST(self) -> None:
        """Verifies a message by the bytes of its body."""
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            events.append(webhooks.verify(body, self.headers, os.environ["WEBHOOK_SECRET"]))
            self.send_response(204)
        except WebhookError:
            self.send_response(400)
        self.end_headers()


with (
    HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "0"))), Receiver) as server,
    Staging(os.environ["STAGING_BASE_URL"], os.environ["STAGING_API_KEY"]) as staging,
):
    job = staging.generations.create(
        file=source,
        workflow="staging",
        capture_type="photo",
        mode="refurnish",
        room_types=["Living Room"],
        webhook={"url": os.environ.get("RECEIVER_URL", f"http://127.0.0.1:{server.server_port}/")},
    )
    while not events:
        server.handle_request()
    for event in events:
        if event.type == "generation.succeeded" and event.data.job_id == job.job_id:
            target.write_bytes(staging.download(event.data.outputs[0]))
            print(f"{job['job_id']} is saved as {target}.")
