import asyncio
import json
import threading
from collections import Counter
from collections.abc import Iterator

import httpx

from image_staging import ApiError, AsyncStaging, BatchRequest, JobFailedError, Staging


class Service:
    """Ends each job at its second read; refuses what names `bad`, and fails what names `furnished`."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.most = self.at_once = 0
        self._reads: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        with self._lock:
            return self._answer(request)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            name = json.loads(request.content)["source_url"].removeprefix("https://")
            if name == "bad":
                error = {"code": "validation_error", "message": "No.", "retryable": False, "retry_after": None}
                return httpx.Response(422, json={"error": error})
            self.keys.append(request.headers["idempotency-key"])
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            return httpx.Response(200, json={"job_id": f"job_{name}", "status": "queued"})
        job_id = request.url.path.split("/")[-1]
        self._reads[job_id] += 1
        if self._reads[job_id] < 2:
            return httpx.Response(200, json={"job_id": job_id, "status": "running"})
        self.at_once -= 1
        if job_id == "job_furnished":
            failure = {"code": "no_approved_output", "message": "The room is furnished.", "retryable": False}
            return httpx.Response(200, json={"job_id": job_id, "status": "failed", "failure": failure})
        return httpx.Response(200, json={"job_id": job_id, "status": "succeeded"})


NAMES = ["a", "b", "bad", "c", "furnished", "d"]


def requests() -> Iterator[BatchRequest]:
    for name in NAMES:
        yield {"url": f"https://{name}", "workflow": "pro_capture", "capture_type": "photo", "idempotency_key": name}


def expect_outcomes(service: Service, outcomes: dict[str | None, object]) -> None:
    assert service.most == 2
    assert sorted(service.keys) == ["a", "b", "c", "d", "furnished"]
    assert len(outcomes) == len(NAMES)
    assert outcomes["https://a"] == "job_a"
    assert isinstance(outcomes["https://bad"], ApiError)
    assert isinstance(outcomes["https://furnished"], JobFailedError)


def test_a_batch_has_no_more_jobs_under_way_than_it_may_and_yields_how_each_ended() -> None:
    service = Service()
    with httpx.Client(transport=httpx.MockTransport(service)) as http_client:
        staging = Staging("https://api.example.com", "k", http_client=http_client)
        ended = list(staging.generations.batch(requests(), concurrency=2, poll=0.001))
    expect_outcomes(service, {one.request["url"]: one.job.job_id if one.job else one.error for one in ended})


def test_a_batch_in_asyncio_does_the_same() -> None:
    service = Service()

    async def run() -> dict[str | None, object]:
        async with httpx.AsyncClient(transport=httpx.MockTransport(service)) as http_client:
            staging = AsyncStaging("https://api.example.com", "k", http_client=http_client)
            batch = staging.generations.batch(requests(), concurrency=2, poll=0.001)
            return {one.request["url"]: one.job.job_id if one.job else one.error async for one in batch}

    expect_outcomes(service, asyncio.run(run()))


def test_who_leaves_a_batch_waits_for_no_more_and_sends_no_more() -> None:
    service = Service()
    with httpx.Client(transport=httpx.MockTransport(service)) as http_client:
        staging = Staging("https://api.example.com", "k", http_client=http_client)
        outcomes = staging.generations.batch(requests(), concurrency=1, poll=0.001)
        first = next(outcomes)
        outcomes.close()  # type: ignore[attr-defined]
    assert first.job is not None
    assert len(service.keys) <= 2


def test_options_of_a_call_are_another_client_on_the_same_connections() -> None:
    attempts: list[str] = []

    def busy(request: httpx.Request) -> httpx.Response:
        attempts.append(str(request.extensions["timeout"]["read"]))
        return httpx.Response(503)

    with httpx.Client(transport=httpx.MockTransport(busy)) as http_client:
        staging = Staging("https://api.example.com", "k", backoff=0.001, http_client=http_client)
        hasty = staging.with_options(max_retries=1, timeout=3)
        try:
            hasty.usage.summary()
        except ApiError as error:
            assert error.status == 503
        hasty.close()
        assert attempts == ["3", "3"]
        assert not http_client.is_closed
