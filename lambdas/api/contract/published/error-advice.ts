import type { Code } from "./errors.ts";

/** What each code of an error answer means to a partner, and what to do about it. */
export const refusalAdvice: Record<Code, { meaning: string; advice: string }> = {
  bad_request: {
    meaning:
      "The request cannot be read, its parts exclude each other, it is larger than the gateway takes (413), it is compressed (415), or the path does not have the method (405).",
    advice: "Repair the program. Send a larger picture by `upload_id` or `source_url`.",
  },
  unauthorized: {
    meaning: "The bearer token is missing, malformed or not a valid API key.",
    advice:
      "Check the key and the header `Authorization: Bearer …`. If the key was revoked or has expired, ask your operator for another. Many wrong keys from one address are answered 429.",
  },
  forbidden: {
    meaning: "Your organization's access is not enabled, or the key's scope does not include the request.",
    advice: "Use a key with the scope that the message names, or ask your operator.",
  },
  entitlement_required: {
    meaning:
      "The allowance or the spend cap of the billing period is used up, or your organization has no plan. Nothing was created.",
    advice: "Create no jobs until the next period begins, or ask your operator for a larger plan.",
  },
  not_found: {
    meaning: "Your organization has nothing with this id, or there is no such path.",
    advice:
      "Check the id, and that the key belongs to the organization that made it. Ids of other organizations are answered in the same way.",
  },
  idempotency_conflict: {
    meaning: "The `Idempotency-Key` was used for a different request within 24 hours.",
    advice:
      "Use a new key for a new request. If this was meant as a repeat, its content differs from the first request's: compare them.",
  },
  listing_closed: {
    meaning: "The job's listing is closed. Nothing was created.",
    advice: "Name another listing, or none.",
  },
  validation_error: {
    meaning: "A field is not what it must be, or fields do not go together.",
    advice: "Repair the field that the message names.",
  },
  rate_limited: {
    meaning: "A limit per minute is reached, or as many jobs are in flight as may be at once.",
    advice:
      "Wait at least `retry_after` seconds, then repeat under the same `Idempotency-Key`. The header `RateLimit` names the limit that refused.",
  },
  internal_error: {
    meaning: "An unexpected failure of the service.",
    advice:
      "Repeat with exponential backoff and jitter, under the same `Idempotency-Key`. If it happens again, give your operator the `x-request-id`.",
  },
};
