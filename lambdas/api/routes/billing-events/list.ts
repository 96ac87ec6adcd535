import { billingEventView } from "../../../domain/billing/ledger.ts";
import { openCursor, sealCursor } from "../../../domain/cursor.ts";
import { badRequest } from "../../../domain/errors.ts";
import { listLedger } from "../../../storage/billing/ledger.ts";
import { json } from "../../chain/http.ts";
import { queryOf } from "../../chain/query.ts";
import { route } from "../../chain/route.ts";
import { ListBillingEvents } from "../../contract/operations.ts";

/** GET /api/v1/billing/events */
export const handler = route(ListBillingEvents, {
  parse: ({ event, caller: { organization } }) => {
    const { cursor, limit } = queryOf(ListBillingEvents, event);
    if (!cursor) return { after: null, limit };
    const after = openCursor(cursor, organization);
    if (after === null)
      throw badRequest("cursor is not a next_cursor of this organization's billing events.");
    return { after, limit };
  },
  read: ({ caller, input }) => listLedger(caller.organization.organization_id, input.after, input.limit),
  answer: async ({ events, last }, { caller }) =>
    json(200, {
      items: events.map(billingEventView),
      next_cursor: last === null ? null : sealCursor(last, caller.organization),
    }),
});
