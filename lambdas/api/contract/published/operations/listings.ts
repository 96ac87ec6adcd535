import { succeededJob } from "../examples/generations.ts";
import { closedListing, completedListing, openListing } from "../examples/listings.ts";
import { always, type Publications, writes } from "../operation.ts";
import { Listing, ListingsPage, ListingWithJobs } from "../resources/listing.ts";

export const listings = {
  listListings: {
    tag: "Listings",
    since: "1.3.0",
    summary: "List listings",
    description:
      "The listings that your organization's jobs name, in the order of their names, page by page.",
    response: {
      schema: ListingsPage,
      description: "One page.",
      examples: { one: { items: [openListing], next_cursor: null } },
    },
    errors: [...always, "foreign_listings_cursor", "limit_out_of_range"],
  },
  getListing: {
    tag: "Listings",
    since: "1.3.0",
    summary: "Get a listing",
    description:
      "A listing and its jobs, newest first, page by page. It exists from its first job on, as long as its jobs.",
    response: {
      schema: ListingWithJobs,
      description: "The listing as it is now.",
      examples: { completed: { ...completedListing, items: [succeededJob], next_cursor: null } },
    },
    errors: [...always, "listing_not_found", "cursor_of_another_listing", "limit_out_of_range"],
  },
  closeListing: {
    tag: "Listings",
    since: "1.3.0",
    summary: "Close a listing",
    description:
      "The listing takes no more jobs: a create that names it, and a regenerate of a job of it, get 409 `listing_closed`. Its jobs go on. When every one has ended, `listing.completed` is sent to your default URL, once. It cannot be opened again; one that is closed is returned unchanged. The body may be empty.",
    request: { required: false, examples: { empty: {} } },
    response: {
      schema: Listing,
      description: "The listing as it is now.",
      examples: { closed: closedListing, completed: completedListing },
    },
    errors: [...writes, "listing_not_found", "unknown_field"],
  },
} satisfies Partial<Publications>;
