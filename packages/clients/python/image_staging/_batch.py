"""Jobs of many requests, some at once."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice

from ._choices import BatchRequest
from .errors import StagingError
from .types import GenerationJob


@dataclass(frozen=True)
class BatchOutcome:
    """How a request of a batch ended: `job` if it succeeded, `error` if not."""

    request: BatchRequest
    job: GenerationJob | None = None
    error: StagingError | None = None


def in_threads(
    create: Callable[[BatchRequest, threading.Event], GenerationJob], requests: Iterable[BatchRequest], concurrency: int
) -> Iterator[BatchOutcome]:
    """Takes a request when a thread is free for it, and yields its outcome when its job has ended."""
    stop = threading.Event()
    source = iter(requests)

    def outcome_of(request: BatchRequest) -> BatchOutcome:
        try:
            return BatchOutcome(request, job=create(request, stop))
        except StagingError as error:
            return BatchOutcome(request, error=error)

    with ThreadPoolExecutor(concurrency) as pool:

        def sent(count: int) -> set[Future[BatchOutcome]]:
            return {pool.submit(outcome_of, request) for request in islice(source, count)}

        try:
            running = sent(concurrency)
            while running:
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                for future in ended:
                    running |= sent(1)
                    yield future.result()
        finally:
            # Who leaves early waits for no more. What was created goes on in the service.
            stop.set()


async def in_tasks(
    create: Callable[[BatchRequest], Awaitable[GenerationJob]], requests: Iterable[BatchRequest], concurrency: int
) -> AsyncIterator[BatchOutcome]:
    """Takes a request when a task is free for it, and yields its outcome when its job has ended."""
    source = iter(requests)

    async def outcome_of(request: BatchRequest) -> BatchOutcome:
        try:
            return BatchOutcome(request, job=await create(request))
        except StagingError as error:
            return BatchOutcome(request, error=error)

    def sent(count: int) -> set[asyncio.Task[BatchOutcome]]:
        return {asyncio.create_task(outcome_of(request)) for request in islice(source, count)}

    running = sent(concurrency)
    try:
        while running:
            ended, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                running |= sent(1)
                yield task.result()
    finally:
        for task in running:
            task.cancel()
