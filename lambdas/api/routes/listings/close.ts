import { noListing } from "../../../domain/errors.ts";
import { listingView } from "../../../domain/listing/listing.ts";
import { announceListing } from "../../../orchestration/events.ts";
import { errorForLog } from "../../../runtime/log.ts";
import { findAccepted, keepResponse } from "../../../storage/idempotency.ts";
import { closeListing } from "../../../storage/listing/listings.ts";
import { readOptionalJson } from "../../chain/body.ts";
import { answer, jsonOf } from "../../chain/http.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { listingOf } from "../../chain/path-parameters.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { CloseListing } from "../../contract/listings/close.ts";
import { idempotencyClaimOf, replay, replayWinner } from "../../creation/idempotency.ts";

/**
 * POST /api/v1/listings/{listing}/close. Closing twice is closing once, so the listing is closed first, and the answer kept with
 * the numbers that it then has.
 */
export const handler = route(CloseListing, {
  readBody: readOptionalJson,
  parse: parseClose,
  read: ({ input, now }) => findAccepted(input.claim, now),
  answer: async (accepted, { caller: { organization }, input: { listing, claim }, now, log }) => {
    if (accepted) return replay(accepted, claim);
    const closed = await closeListing(organization.organization_id, listing, now);
    if (!closed) throw noListing();
    const response = jsonOf(listingView(closed));
    if (!(await keepResponse(claim, response.text, now))) return replayWinner(claim, now);
    await announceListing(closed).catch((error) =>
      log.warn("The listing is closed; the sweeper will announce it", { listing, error: errorForLog(error) }),
    );
    return answer(200, response);
  },
});

function parseClose({ event, caller, body }: ReceivedRequest) {
  const listing = listingOf(event);
  parseInput(CloseListing.body, body.fields);
  return { listing, claim: idempotencyClaimOf(event, caller, body) };
}
