"""Jobs."""

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast, overload

from ._batch import BatchOutcome, in_threads
from ._choices import (
    BatchRequest,
    ProCapture,
    StagingFloorplan,
    StagingPanorama360,
    StagingPhotoClean,
    StagingPhotoRefurnish,
)
from ._operations import Operations
from ._runners import Runner
from ._typing import Unpack
from ._wait import DEADLINE, POLL
from .types import GenerationJob, GenerationsPage, ListGenerationsQuery, RegenerateRequest


class Generations:
    """Jobs."""

    def __init__(self, operations: Operations, runner: Runner) -> None:
        self._operations, self._run = operations, runner.run

    @overload
    def create(self, **request: Unpack[StagingPhotoRefurnish]) -> GenerationJob: ...

    @overload
    def create(self, **request: Unpack[StagingPhotoClean]) -> GenerationJob: ...

    @overload
    def create(self, **request: Unpack[StagingPanorama360]) -> GenerationJob: ...

    @overload
    def create(self, **request: Unpack[StagingFloorplan]) -> GenerationJob: ...

    @overload
    def create(self, **request: Unpack[ProCapture]) -> GenerationJob: ...

    def create(self, *, idempotency_key: str | None = None, **request: Any) -> GenerationJob:
        """Creates a job, and returns it as it is at first. A file over 4 MiB is uploaded first."""
        return self._run(self._operations.create_generation(request, idempotency_key)).body

    @overload
    def create_and_wait(
        self,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        stop: threading.Event | None = None,
        **request: Unpack[StagingPhotoRefurnish],
    ) -> GenerationJob: ...

    @overload
    def create_and_wait(
        self,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        stop: threading.Event | None = None,
        **request: Unpack[StagingPhotoClean],
    ) -> GenerationJob: ...

    @overload
    def create_and_wait(
        self,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        stop: threading.Event | None = None,
        **request: Unpack[StagingPanorama360],
    ) -> GenerationJob: ...

    @overload
    def create_and_wait(
        self,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        stop: threading.Event | None = None,
        **request: Unpack[StagingFloorplan],
    ) -> GenerationJob: ...

    @overload
    def create_and_wait(
        self,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        stop: threading.Event | None = None,
        **request: Unpack[ProCapture],
    ) -> GenerationJob: ...

    def create_and_wait(
        self,
        *,
        idempotency_key: str | None = None,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        stop: threading.Event | None = None,
        **request: Any,
    ) -> GenerationJob:
        """Creates a job, and returns it when it has succeeded. See `wait`."""
        first = self._operations.create_generation(request, idempotency_key)
        return self._run(self._operations.wait_for_generation(first, deadline, poll, on_status), stop)

    def batch(
        self, requests: Iterable[BatchRequest], *, concurrency: int = 4, deadline: float = DEADLINE, poll: float = POLL
    ) -> Iterator[BatchOutcome]:
        """Makes a job of each request, at most `concurrency` at once, and yields how each ended.

        A request is a dict of what `create` takes, its `idempotency_key` too. It is taken when it is sent.
        """

        def create(request: BatchRequest, stop: threading.Event) -> GenerationJob:
            return self.create_and_wait(**cast(Any, request), deadline=deadline, poll=poll, stop=stop)

        yield from in_threads(create, requests, concurrency)

    def regenerate(
        self, job_id: str, *, idempotency_key: str | None = None, **overrides: Unpack[RegenerateRequest]
    ) -> GenerationJob:
        """Creates a job from the picture of another, without using outputs approved before."""
        return self._run(self._operations.regenerate(job_id, overrides, idempotency_key)).body

    def regenerate_and_wait(
        self,
        job_id: str,
        *,
        idempotency_key: str | None = None,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        stop: threading.Event | None = None,
        **overrides: Unpack[RegenerateRequest],
    ) -> GenerationJob:
        """Regenerates a job, and returns the new one when it has succeeded. See `wait`."""
        first = self._operations.regenerate(job_id, overrides, idempotency_key)
        return self._run(self._operations.wait_for_generation(first, deadline, poll, on_status), stop)

    def wait(
        self,
        job_id: str,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[GenerationJob], object] | None = None,
        stop: threading.Event | None = None,
    ) -> GenerationJob:
        """Waits for a job that was created before, and returns it when it has succeeded.

        `deadline` is how many seconds to wait at most. `poll` is the pause before the first poll; it grows to ten times
        as much. `on_status` is called with the job as it is at first, and whenever its status has changed.
        Set `stop` in another thread to end the waiting with a WaitStoppedError.
        Raises a JobFailedError if the job fails, a DeadlineError if it takes too long.
        """
        first = self._operations.read_generation(job_id)
        return self._run(self._operations.wait_for_generation(first, deadline, poll, on_status), stop)

    def cancel(self, job_id: str, *, idempotency_key: str | None = None) -> GenerationJob:
        """Ends a job that has not ended: it fails with `cancelled` and is not charged.

        Returns one that has ended as it is.
        """
        return self._run(self._operations.cancel(job_id, idempotency_key))

    def get(self, job_id: str) -> GenerationJob:
        """The job as it is now, with fresh URLs."""
        return self._run(self._operations.read_generation(job_id)).body

    def page(self, **query: Unpack[ListGenerationsQuery]) -> GenerationsPage:
        """One page of your jobs, newest first."""
        return self._run(self._operations.generations_page(query))

    def list(self, **query: Unpack[ListGenerationsQuery]) -> Iterator[GenerationJob]:
        """Every job that fits, newest first."""
        while True:
            page = self.page(**query)
            yield from page.items
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor
