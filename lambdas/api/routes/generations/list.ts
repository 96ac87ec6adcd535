import { openCursor } from "../../../domain/cursor.ts";
import { badRequest, unprocessable } from "../../../domain/errors.ts";
import { listGenerations } from "../../../storage/generation/lists.ts";
import { answer } from "../../chain/http.ts";
import { jobsPage } from "../../chain/jobs-page.ts";
import { queryOf } from "../../chain/query.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { ListGenerations } from "../../contract/generations/list.ts";

/** GET /api/v1/generations */
export const handler = route(ListGenerations, {
  parse: parseList,
  read: ({ caller, input }) =>
    listGenerations(caller.organization.organization_id, input.filters, input.page),
  answer: async (found, { caller: { organization }, input: { scope }, now }) =>
    answer(200, await jobsPage(found, { organization, scope, now })),
});

function parseList({ event, caller: { organization } }: ReceivedRequest) {
  const {
    cursor,
    limit,
    status = null,
    reference = null,
    listing = null,
    ...times
  } = queryOf(ListGenerations, event);
  const { created_from: from = null, created_to: to = null } = times;
  if (from !== null && to !== null && from >= to)
    throw unprocessable("created_to must be later than created_from.");
  const filters = { status, reference, listing, from, to };
  const scope = `generations ${JSON.stringify(filters)}`;
  const after = cursor ? openCursor(cursor, organization, scope) : null;
  if (cursor && after === null)
    throw badRequest("cursor is not a next_cursor of this organization's generations with these filters.");
  return { filters, scope, page: { after, limit } };
}
