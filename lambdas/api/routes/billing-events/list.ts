import { billingEventView } from "../../../domain/billing/ledger.ts";
import { openCursor, sealCursor } from "../../../domain/cursor.ts";
import { badRequest, unprocessable } from "../../../domain/errors.ts";
import { listLedger } from "../../../storage/billing/ledger-pages.ts";
import { json } from "../../chain/http.ts";
import { queryOf } from "../../chain/query.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { ListBillingEvents } from "../../contract/billing-events/list.ts";

/** GET /api/v1/billing/events */
export const handler = route(ListBillingEvents, {
  parse: parseList,
  read: ({ caller, input }) => listLedger(caller.organization.organization_id, input.filters, input.page),
  answer: async ({ events, last }, { caller, input: { scope } }) =>
    json(200, {
      items: events.map(billingEventView),
      next_cursor: last === null ? null : sealCursor(last, caller.organization, scope),
    }),
});

function parseList({ event, caller: { organization } }: ReceivedRequest) {
  const { cursor, limit, job_id: jobId = null, ...wanted } = queryOf(ListBillingEvents, event);
  const { occurred_from: from = null, occurred_to: to = null, usage_type: usageType = null } = wanted;
  if (from !== null && to !== null && from >= to)
    throw unprocessable("occurred_to must be later than occurred_from.");
  const filters = { from, to, jobId, usageType };
  const isFiltered = Object.values(filters).some((filter) => filter !== null);
  const scope = isFiltered ? `billing events ${JSON.stringify(filters)}` : "";
  const after = cursor ? openCursor(cursor, organization, scope) : null;
  if (cursor && after === null)
    throw badRequest(
      `cursor is not a next_cursor of this organization's billing events${isFiltered ? " with these filters" : ""}.`,
    );
  return { filters, scope, page: { after, limit } };
}
