/**
 * Why a request is refused. Codes and meanings: contract, errors.*; `entitlement_required` is this service's
 * name for the entitlement failure that the spec leaves open, `listing_closed` an addition. Only the API chain knows HTTP statuses.
 */
export type RefusalCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "entitlement_required"
  | "not_found"
  | "idempotency_conflict"
  | "listing_closed"
  | "validation_error"
  | "rate_limited";

/** A limit that refused a request: its name, its size and, of one per minute, the seconds until its window ends. */
export type SpentLimit = { name: string; quota: number; secondsLeft: number | null };

/**
 * A request that cannot be granted. `message` says what the caller should change; `retryAfter` is in seconds, `limit` is the
 * one that bound.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly retryAfter: number | null;
  readonly limit: SpentLimit | null;

  constructor(
    code: RefusalCode,
    message: string,
    retryAfter: number | null = null,
    limit: SpentLimit | null = null,
  ) {
    super(message);
    this.name = code;
    this.code = code;
    this.retryAfter = retryAfter;
    this.limit = limit;
  }
}

export const badRequest = (message: string) => new Refusal("bad_request", message);
export const unprocessable = (message: string) => new Refusal("validation_error", message);
export const notFound = (resource: string) =>
  new Refusal("not_found", `There is no ${resource} with this id.`);
export const noListing = () => new Refusal("not_found", "There is no listing with this name.");
export const rateLimited = (message: string, retryAfter: number, limit: SpentLimit | null = null) =>
  new Refusal("rate_limited", message, retryAfter, limit);
/** The refusal of a job of a closed listing. */
export const listingClosed = (listing: string | null) =>
  new Refusal(
    "listing_closed",
    `The listing ${listing} is closed: it takes no more jobs. Name another listing, or none.`,
  );
