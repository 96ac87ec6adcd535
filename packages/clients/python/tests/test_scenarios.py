import asyncio
import threading
import time
from typing import Any

import pytest

from image_staging import AsyncStaging, Staging, WaitStoppedError

from .conformance import expect_outcome, perform, perform_async, plain, read_table
from .scripted_server import Table, contains, scripted

TABLE = read_table("scenarios.json")
BODIES = TABLE["bodies"]
API_KEY = "stg_live_x.y"
POLL = 0.001


def call_of(scenario: Table) -> Table:
    call = dict(scenario["call"])
    if isinstance(call.get("with"), str):
        call["with"] = TABLE["requests"][call["with"]]
    for name in ("file", "mask"):
        if f"{name}_bytes" in call:
            call[name] = bytes(call[f"{name}_bytes"])
    return call


@pytest.mark.parametrize("client_for", ["threads", "asyncio"])
@pytest.mark.parametrize("scenario", TABLE["scenarios"], ids=lambda scenario: scenario["title"])
def test_scenario(scenario: Table, client_for: str) -> None:
    client = scenario.get("client", {})
    settings = {
        "max_retries": client.get("max_retries", 4),
        "timeout": client.get("timeout_ms", 5000) / 1000,
        "backoff": 0.001,
    }
    statuses: list[str] = []
    call = call_of(scenario)

    def note(job: Any) -> None:
        statuses.append(job.status)

    with scripted(scenario["server"], BODIES, API_KEY) as server:

        def in_threads() -> Any:
            with Staging(server.url, API_KEY, **settings) as staging:
                return perform(staging, call, POLL, note)

        async def in_asyncio() -> Any:
            async with AsyncStaging(server.url, API_KEY, **settings) as staging:
                return await perform_async(staging, call, POLL, note)

        started = time.monotonic()
        expect_outcome(in_threads if client_for == "threads" else lambda: asyncio.run(in_asyncio()), scenario)
        took = time.monotonic() - started
    assert server.flaws == []
    assert server.left == []
    if scenario.get("same_key"):
        assert len(set(server.keys)) == 1
    assert statuses == scenario.get("statuses", statuses)
    assert took >= scenario.get("at_least_ms", 0) / 1000


QUEUED: list[Table] = [{"request": "GET /api/v1/generations/job_1", "answer": {"status": 200, "body": "queued_job"}}]


def test_another_thread_ends_the_wait_between_two_polls() -> None:
    stop = threading.Event()
    with scripted(QUEUED, BODIES, API_KEY) as server, Staging(server.url, API_KEY) as staging:
        with pytest.raises(WaitStoppedError) as raised:
            staging.generations.wait("job_1", poll=60, stop=stop, on_status=lambda _job: stop.set())
        assert contains(plain(raised.value.job), BODIES["queued_job"])


def test_a_wait_that_is_stopped_before_it_begins_sends_nothing() -> None:
    stop = threading.Event()
    stop.set()
    with scripted([], BODIES, API_KEY) as server, Staging(server.url, API_KEY) as staging:
        with pytest.raises(WaitStoppedError):
            staging.generations.create_and_wait(
                url="https://pictures.example.com/1.jpg", workflow="pro_capture", capture_type="photo", stop=stop
            )
        assert server.flaws == []


def test_a_cancelled_task_ends_the_wait_between_two_polls() -> None:
    async def wait(url: str) -> None:
        async with AsyncStaging(url, API_KEY) as staging:
            await staging.generations.wait("job_1", poll=60, on_status=lambda _job: began.set())

    async def run(url: str) -> None:
        task = asyncio.create_task(wait(url))
        await began.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    began = asyncio.Event()
    with scripted(QUEUED, BODIES, API_KEY) as server:
        asyncio.run(run(server.url))


def test_a_cancelled_task_ends_a_call_at_once() -> None:
    async def run(url: str) -> None:
        async with AsyncStaging(url, API_KEY) as staging:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(staging.usage.summary(), 0.05)

    stalled: list[Table] = [{"request": "GET /api/v1/usage/summary", "answer": {"stall": True}}]
    with scripted(stalled, BODIES, API_KEY) as server:
        asyncio.run(run(server.url))
