# Made from _generations.py: npm run openapi. A test compares.
"""Jobs, for asyncio."""

from collections.abc import Callable, Iterable, AsyncIterator
from typing import Any, cast, overload

from ._batch import BatchOutcome, in_tasks
from ._choices import (
    BatchRequest,
    ProCapture,
    StagingFloorplan,
    StagingPanorama360,
    StagingPhotoClean,
    StagingPhotoRefurnish,
)
from ._operations import Operations
from ._runners import AsyncRunner
from ._typing import Unpack
from ._wait import DEADLINE, POLL
from .types import GenerationJob, GenerationsPage, ListGenerationsQuery, RegenerateRequest


class AsyncGenerations:
    """Jobs."""

    def __init__(self, operations: Operations, runner: AsyncRunner) -> None:
        self._operations, self._run = operations, runner.run

    @overload
    async def create(self, **request: Unpack[StagingPhotoRefurnish]) -> GenerationJob: ...

    @overload
    async def create(self, **request: Unpack[StagingPhotoClean]) -> GenerationJob: ...

    @overload
    async def create(self, **request: Unpack[StagingPanorama360]) -> GenerationJob: ...

    @overload
    async def create(self, **request: Unpack[StagingFloorplan]) -> GenerationJob: ...

    @overload
    async def create(self, **request: Unpack[ProCapture]) -> GenerationJob: ...

    async def create(self, *, idempotency_key: str | None = None, **request: Any) -> GenerationJob:
        """Creates a job, and returns it as it is at first. A file over 4 MiB is uploaded first."""
        return (await self._run(self._operations.create_generation(request, idempotency_key))).body

    @overload
    async def create_and_wait(
        self,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        **request: Unpack[StagingPhotoRefurnish],
    ) -> GenerationJob: ...

    @overload
    async def create_and_wait(
        self,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        **request: Unpack[StagingPhotoClean],
    ) -> GenerationJob: ...

    @overload
    async def create_and_wait(
        self,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        **request: Unpack[StagingPanorama360],
    ) -> GenerationJob: ...

    @overload
    async def create_and_wait(
        self,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        **request: Unpack[StagingFloorplan],
    ) -> GenerationJob: ...

    @overload
    async def create_and_wait(
        self,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        **request: Unpack[ProCapture],
    ) -> GenerationJob: ...

    async def create_and_wait(
        self,
        *,
        idempotency_key: str | None = None,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        **request: Any,
    ) -> GenerationJob:
        """Creates a job, and returns it when it has succeeded. See `wait`."""
        first = self._operations.create_generation(request, idempotency_key)
        return await self._run(self._operations.wait_for_generation(first, deadline, poll, on_status))

    async def batch(
        self, requests: Iterable[BatchRequest], *, concurrency: int = 4, deadline: float = DEADLINE, poll: float = POLL
    ) -> AsyncIterator[BatchOutcome]:
        """Makes a job of each request, at most `concurrency` at once, and yields how each ended.

        A request is a dict of what `create` takes, its `idempotency_key` too. It is taken when it is sent.
        """

        async def create(request: BatchRequest) -> GenerationJob:
            return await self.create_and_wait(**cast(Any, request), deadline=deadline, poll=poll)

        async for item in in_tasks(create, requests, concurrency):
            yield item

    async def regenerate(
        self, job_id: str, *, idempotency_key: str | None = None, **overrides: Unpack[RegenerateRequest]
    ) -> GenerationJob:
        """Creates a job from the picture of another, without using outputs approved before."""
        return (await self._run(self._operations.regenerate(job_id, overrides, idempotency_key))).body

    async def regenerate_and_wait(
        self,
        job_id: str,
        *,
        idempotency_key: str | None = None,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        **overrides: Unpack[RegenerateRequest],
    ) -> GenerationJob:
        """Regenerates a job, and returns the new one when it has succeeded. See `wait`."""
        first = self._operations.regenerate(job_id, overrides, idempotency_key)
        return await self._run(self._operations.wait_for_generation(first, deadline, poll, on_status))

    async def wait(
        self,
        job_id: str,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
    ) -> GenerationJob:
        """Waits for a job that was created before, and returns it when it has succeeded.

        `deadline` is how many seconds to wait at most. `poll` is the pause before the first poll; it grows to ten times
        as much. `on_status` is called with the job as it is at first, and whenever its status has changed.
        Cancel the task to end the waiting.
        Raises a JobFailedError if the job fails, a DeadlineError if it takes too long.
        """
        first = self._operations.read_generation(job_id)
        return await self._run(self._operations.wait_for_generation(first, deadline, poll, on_status))

    async def cancel(self, job_id: str, *, idempotency_key: str | None = None) -> GenerationJob:
        """Ends a job that has not ended: it fails with `cancelled` and is not charged.

        Returns one that has ended as it is.
        """
        return await self._run(self._operations.cancel(job_id, idempotency_key))

    async def get(self, job_id: str) -> GenerationJob:
        """The job as it is now, with fresh URLs."""
        return (await self._run(self._operations.read_generation(job_id))).body

    async def page(self, **query: Unpack[ListGenerationsQuery]) -> GenerationsPage:
        """One page of your jobs, newest first."""
        return await self._run(self._operations.generations_page(query))

    async def list(self, **query: Unpack[ListGenerationsQuery]) -> AsyncIterator[GenerationJob]:
        """Every job that fits, newest first."""
        while True:
            page = await self.page(**query)
            for item in page.items:
                yield item
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor
