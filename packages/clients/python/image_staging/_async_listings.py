# Made from _listings.py: npm run openapi. A test compares.
"""Listings, for asyncio."""

from collections.abc import AsyncIterator

from ._operations import Operations
from ._runners import AsyncRunner
from ._typing import Unpack
from .types import GetListingQuery, Listing, ListingsPage, ListingWithJobs, ListListingsQuery


class AsyncListings:
    """Homes whose pictures belong together."""

    def __init__(self, operations: Operations, runner: AsyncRunner) -> None:
        self._operations, self._run = operations, runner.run

    async def page(self, **query: Unpack[ListListingsQuery]) -> ListingsPage:
        """One page of the listings, by their names."""
        return await self._run(self._operations.listings_page(query))

    async def list(self, **query: Unpack[ListListingsQuery]) -> AsyncIterator[Listing]:
        """Every listing, by name."""
        while True:
            page = await self.page(**query)
            for item in page.items:
                yield item
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    async def get(self, listing: str, **query: Unpack[GetListingQuery]) -> ListingWithJobs:
        """A listing with one page of its jobs, newest first."""
        return await self._run(self._operations.listing(listing, query))

    async def close(self, listing: str, *, idempotency_key: str | None = None) -> Listing:
        """Closes a listing: it takes no more jobs. Returns one that is closed as it is."""
        return await self._run(self._operations.close_listing(listing, idempotency_key))
