import { openCursor, sealCursor } from "../../../domain/cursor.ts";
import { badRequest } from "../../../domain/errors.ts";
import { listingView } from "../../../domain/listing/listing.ts";
import { listListings } from "../../../storage/listing/listings.ts";
import { json } from "../../chain/http.ts";
import { queryOf } from "../../chain/query.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { ListListings } from "../../contract/listings/list.ts";

const scope = "listings";

/** GET /api/v1/listings */
export const handler = route(ListListings, {
  parse: parseList,
  read: ({ caller, input }) => listListings(caller.organization.organization_id, input),
  answer: async ({ listings, last }, { caller }) =>
    json(200, {
      items: listings.map(listingView),
      next_cursor: last === null ? null : sealCursor(last, caller.organization, scope),
    }),
});

function parseList({ event, caller: { organization } }: ReceivedRequest) {
  const { cursor, limit } = queryOf(ListListings, event);
  const after = cursor ? openCursor(cursor, organization, scope) : null;
  if (cursor && after === null)
    throw badRequest("cursor is not a next_cursor of this organization's listings.");
  return { after, limit };
}
