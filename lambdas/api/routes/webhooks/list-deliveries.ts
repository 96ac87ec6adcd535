import { openCursor, sealCursor } from "../../../domain/cursor.ts";
import { badRequest, unprocessable } from "../../../domain/errors.ts";
import { deliveryView } from "../../../domain/webhook/summary.ts";
import { listDeliveries } from "../../../storage/webhook/delivery-pages.ts";
import { json } from "../../chain/http.ts";
import { queryOf } from "../../chain/query.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { ListWebhookDeliveries } from "../../contract/webhooks/list-deliveries.ts";

/** GET /api/v1/webhooks/deliveries */
export const handler = route(ListWebhookDeliveries, {
  parse: parseList,
  read: ({ caller, input: { filters, page } }) =>
    listDeliveries(caller.organization.organization_id, filters, page),
  answer: async ({ deliveries, last }, { caller, input: { scope } }) =>
    json(200, {
      items: deliveries.map(deliveryView),
      next_cursor: last === null ? null : sealCursor(last, caller.organization, scope),
    }),
});

function parseList({ event, caller: { organization } }: ReceivedRequest) {
  const { cursor, limit, job_id: jobId = null, ...wanted } = queryOf(ListWebhookDeliveries, event);
  const { created_from: from = null, created_to: to = null, state = null } = wanted;
  if (from !== null && to !== null && from >= to)
    throw unprocessable("created_to must be later than created_from.");
  const filters = { jobId, state, from, to };
  const scope = `webhook deliveries ${JSON.stringify(filters)}`;
  const after = cursor ? openCursor(cursor, organization, scope) : null;
  if (cursor && after === null)
    throw badRequest(
      "cursor is not a next_cursor of this organization's webhook deliveries with these filters.",
    );
  return { filters, scope, page: { after, limit } };
}
