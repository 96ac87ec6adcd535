"""The journeys of packages/clients/conformance on a running service, which the package's test describes in a file."""

import asyncio
import json
import os
import re
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from image_staging import AsyncStaging, Staging, webhooks

from .conformance import expect_outcome, perform, perform_async, read_table
from .scripted_server import Table

SERVICE = os.environ.get("PYTHON_CLIENT_SERVICE")
pytestmark = pytest.mark.skipif(SERVICE is None, reason="no service is described")
DESCRIBED: Table = json.loads(Path(SERVICE).read_text("utf-8")) if SERVICE else {"partners": []}
PARTNERS = iter(DESCRIBED["partners"])


class Receiver:
    """Keeps what it gets."""

    def __init__(self) -> None:
        received: list[tuple[dict[str, str], bytes]] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                received.append((dict(self.headers.items()), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        self._received = received
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def message_about(self, job_id: str) -> tuple[dict[str, str], bytes]:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            for headers, body in self._received:
                if job_id.encode() in body:
                    return headers, body
            time.sleep(0.05)
        raise AssertionError(f"No webhook came about {job_id}.")


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    started = Receiver()
    yield started
    started.server.shutdown()
    started.server.server_close()


def take(step: Table, partner: Table, client_for: str) -> Any:
    """Takes a step with a new client."""
    call = dict(step)
    if "file" in step:
        call["file"] = Path(DESCRIBED["pictures"][step["file"]])
    access = (DESCRIBED["base_url"], partner["api_key"])
    if client_for == "threads":
        with Staging(*access) as staging:
            if step["do"] == "download":
                return staging.download(staging.generations.get(step["id"]))
            return perform(staging, call, None)

    async def in_asyncio() -> Any:
        async with AsyncStaging(*access) as staging:
            if step["do"] == "download":
                job = await staging.generations.get(step["id"])
                return await staging.download(job)
            return await perform_async(staging, call, None)

    return asyncio.run(in_asyncio())


@pytest.mark.parametrize("client_for", ["threads", "asyncio"])
@pytest.mark.parametrize("journey", read_table("service.json"), ids=lambda journey: journey["title"])
def test_journey(journey: Table, client_for: str, receiver: Receiver) -> None:
    partner = next(PARTNERS)
    saved = {"receiver": receiver.url}
    for written in journey["steps"]:
        step = json.loads(re.sub(r"\{(\w+)\}", lambda name: saved[name[1]], json.dumps(written)))
        if step["do"] == "webhooks.verify":
            headers, body = receiver.message_about(step["id"])
            result = expect_outcome(lambda h=headers, b=body: webhooks.verify(b, h, partner["secret"]), step)  # type: ignore[misc]
        else:
            result = expect_outcome(lambda s=step: take(s, partner, client_for), step)  # type: ignore[misc]
        if step["do"] == "download":
            assert result.startswith(b"\xff\xd8")
        for name, field in step.get("save", {}).items():
            saved[name] = getattr(result, field)
