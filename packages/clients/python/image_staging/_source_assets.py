"""Pictures that several jobs use."""

import threading
from collections.abc import Callable

from ._operations import Operations
from ._picture import NewPicture
from ._runners import Runner
from ._typing import Unpack
from ._wait import DEADLINE, POLL
from .types import SourceAssetIngestJob


class SourceAssets:
    """Pictures that several jobs use."""

    def __init__(self, operations: Operations, runner: Runner) -> None:
        self._operations, self._run = operations, runner.run

    def create(self, *, idempotency_key: str | None = None, **picture: Unpack[NewPicture]) -> SourceAssetIngestJob:
        """Brings a picture, and returns its ingest as it is at first. A file over 4 MiB is uploaded first."""
        return self._run(self._operations.create_source_asset(picture, idempotency_key)).body

    def create_and_wait(
        self,
        *,
        idempotency_key: str | None = None,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[SourceAssetIngestJob], object] | None = None,
        stop: threading.Event | None = None,
        **picture: Unpack[NewPicture],
    ) -> SourceAssetIngestJob:
        """Brings a picture, and returns its ingest when it has its `source_asset_id`. See `Generations.wait`."""
        first = self._operations.create_source_asset(picture, idempotency_key)
        return self._run(self._operations.wait_for_source_asset(first, deadline, poll, on_status), stop)

    def get(self, ingest_id: str) -> SourceAssetIngestJob:
        """The ingest as it is now."""
        return self._run(self._operations.read_source_asset(ingest_id)).body

    def wait(
        self,
        ingest_id: str,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[SourceAssetIngestJob], object] | None = None,
        stop: threading.Event | None = None,
    ) -> SourceAssetIngestJob:
        """Waits for an ingest that was created before. See `Generations.wait`."""
        first = self._operations.read_source_asset(ingest_id)
        return self._run(self._operations.wait_for_source_asset(first, deadline, poll, on_status), stop)
