import type { CallOptions, Connection } from "./http.ts";
import { eachItem } from "./pages.ts";
import type { GetListingQuery, Listing, ListingsPage, ListingWithJobs, ListListingsQuery } from "./types.ts";

const path = "/api/v1/listings";
const pathOf = (listing: string) => `${path}/${encodeURIComponent(listing)}`;

/** The listings of the organization: homes whose pictures belong together. */
export function listingsOf({ json }: Connection) {
  const page = async (query: ListListingsQuery = {}, given: CallOptions = {}): Promise<ListingsPage> =>
    (await json<ListingsPage>({ ...given, method: "GET", path, query })).body;
  return {
    /** One page of the listings, by their names. */
    page,
    /** Every listing, by name. */
    list: (
      query: ListListingsQuery = {},
      given: CallOptions = {},
    ): AsyncGenerator<Listing, void, undefined> =>
      eachItem((next: ListListingsQuery) => page(next, given), query),
    /** A listing with one page of its jobs, newest first. `generations.list({ listing })` has all of them. */
    get: async (
      listing: string,
      query: GetListingQuery = {},
      given: CallOptions = {},
    ): Promise<ListingWithJobs> =>
      (await json<ListingWithJobs>({ ...given, method: "GET", path: pathOf(listing), query })).body,
    /** Closes a listing: it takes no more jobs. Returns one that is closed as it is. */
    close: async (listing: string, given: CallOptions = {}): Promise<Listing> =>
      (await json<Listing>({ ...given, method: "POST", path: `${pathOf(listing)}/close` })).body,
  };
}
