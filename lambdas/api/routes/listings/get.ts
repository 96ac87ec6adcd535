import { openCursor } from "../../../domain/cursor.ts";
import { badRequest, noListing } from "../../../domain/errors.ts";
import { listingView } from "../../../domain/listing/listing.ts";
import { listGenerations } from "../../../storage/generation/lists.ts";
import { findListing } from "../../../storage/listing/listings.ts";
import { answer } from "../../chain/http.ts";
import { jobsPage } from "../../chain/jobs-page.ts";
import { listingOf } from "../../chain/path-parameters.ts";
import { queryOf } from "../../chain/query.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { GetListing } from "../../contract/listings/get.ts";

/** GET /api/v1/listings/{listing} */
export const handler = route(GetListing, {
  parse: parseGet,
  read: async ({ caller: { organization }, input: { listing, filters, page } }) => {
    const [found, jobs] = await Promise.all([
      findListing(organization.organization_id, listing),
      listGenerations(organization.organization_id, filters, page),
    ]);
    return { found, jobs };
  },
  answer: async ({ found, jobs }, { caller, input: { scope }, now }) => {
    if (!found) throw noListing();
    const { text } = await jobsPage(jobs, { organization: caller.organization, scope, now });
    return answer(200, { text: `${JSON.stringify(listingView(found)).slice(0, -1)},${text.slice(1)}` });
  },
});

function parseGet({ event, caller: { organization } }: ReceivedRequest) {
  const listing = listingOf(event);
  const { cursor, limit } = queryOf(GetListing, event);
  const scope = `listing ${listing}`;
  const after = cursor ? openCursor(cursor, organization, scope) : null;
  if (cursor && after === null) throw badRequest("cursor is not a next_cursor of this listing.");
  const filters = { status: null, reference: null, listing, from: null, to: null };
  return { listing, filters, scope, page: { after, limit } };
}
