"""Listings."""

from collections.abc import Iterator

from ._operations import Operations
from ._runners import Runner
from ._typing import Unpack
from .types import GetListingQuery, Listing, ListingsPage, ListingWithJobs, ListListingsQuery


class Listings:
    """Homes whose pictures belong together."""

    def __init__(self, operations: Operations, runner: Runner) -> None:
        self._operations, self._run = operations, runner.run

    def page(self, **query: Unpack[ListListingsQuery]) -> ListingsPage:
        """One page of the listings, by their names."""
        return self._run(self._operations.listings_page(query))

    def list(self, **query: Unpack[ListListingsQuery]) -> Iterator[Listing]:
        """Every listing, by name."""
        while True:
            page = self.page(**query)
            yield from page.items
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    def get(self, listing: str, **query: Unpack[GetListingQuery]) -> ListingWithJobs:
        """A listing with one page of its jobs, newest first."""
        return self._run(self._operations.listing(listing, query))

    def close(self, listing: str, *, idempotency_key: str | None = None) -> Listing:
        """Closes a listing: it takes no more jobs. Returns one that is closed as it is."""
        return self._run(self._operations.close_listing(listing, idempotency_key))
