# Made from _source_assets.py: npm run openapi. A test compares.
"""Pictures that several jobs use, for asyncio."""

from collections.abc import Callable

from ._operations import Operations
from ._picture import NewPicture
from ._runners import AsyncRunner
from ._typing import Unpack
from ._wait import DEADLINE, POLL
from .types import SourceAssetIngestJob


class AsyncSourceAssets:
    """Pictures that several jobs use."""

    def __init__(self, operations: Operations, runner: AsyncRunner) -> None:
        self._operations, self._run = operations, runner.run

    async def create(self, *, idempotency_key: str | None = None, **picture: Unpack[NewPicture]) -> SourceAssetIngestJob:
        """Brings a picture, and returns its ingest as it is at first. A file over 4 MiB is uploaded first."""
        return (await self._run(self._operations.create_source_asset(picture, idempotency_key))).body

    async def create_and_wait(
        self,
        *,
        idempotency_key: str | None = None,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[SourceAssetIngestJob], object] | None = None,
        **picture: Unpack[NewPicture],
    ) -> SourceAssetIngestJob:
        """Brings a picture, and returns its ingest when it has its `source_asset_id`. See `AsyncGenerations.wait`."""
        first = self._operations.create_source_asset(picture, idempotency_key)
        return await self._run(self._operations.wait_for_source_asset(first, deadline, poll, on_status))

    async def get(self, ingest_id: str) -> SourceAssetIngestJob:
        """The ingest as it is now."""
        return (await self._run(self._operations.read_source_asset(ingest_id))).body

    async def wait(
        self,
        ingest_id: str,
        *,
        deadline: float = DEADLINE,
        poll: float = POLL,
        on_status: Callable[[SourceAssetIngestJob], object] | None = None,
    ) -> SourceAssetIngestJob:
        """Waits for an ingest that was created before. See `AsyncGenerations.wait`."""
        first = self._operations.read_source_asset(ingest_id)
        return await self._run(self._operations.wait_for_source_asset(first, deadline, poll, on_status))
