import type { APIGatewayProxyEvent } from "aws-lambda";
import { eventsCsv } from "../../../domain/billing/event-csv.ts";
import { taxationOf } from "../../../domain/billing/invoice.ts";
import { issuerOf } from "../../../domain/billing/issuer.ts";
import { billingEventView, type LedgerEvent } from "../../../domain/billing/ledger.ts";
import { openCursor, sealCursor } from "../../../domain/cursor.ts";
import { badRequest, unprocessable } from "../../../domain/errors.ts";
import type { Organization } from "../../../domain/organization/organization.ts";
import { listLedger } from "../../../storage/billing/ledger-pages.ts";
import { file, json } from "../../chain/http.ts";
import { acceptedType } from "../../chain/media-types.ts";
import { queryOf } from "../../chain/query.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { ListBillingEvents } from "../../contract/billing-events/list.ts";

/** GET /api/v1/billing/events */
export const handler = route(ListBillingEvents, {
  parse: parseList,
  read: ({ caller, input }) => listLedger(caller.organization.organization_id, input.filters, input.page),
  answer: async ({ events, last }, { caller: { organization }, input: { scope, type, query } }) => {
    const next_cursor = last === null ? null : sealCursor(last, organization, scope);
    return type === "text/csv"
      ? csvOf(events, next_cursor, organization, query)
      : json(200, { items: events.map(billingEventView), next_cursor });
  },
});

/** The page as a file, with the address of the next one in a header (RFC 8288), relative to its own. */
function csvOf(
  events: readonly LedgerEvent[],
  cursor: string | null,
  organization: Organization,
  query: Record<string, string>,
) {
  const taxation = taxationOf(organization, issuerOf(process.env.ISSUER));
  const csv = eventsCsv(events, taxation?.tax_percent ?? null);
  const next = cursor && `<?${new URLSearchParams({ ...query, cursor })}>; rel="next"`;
  return file("billing-events.csv", "text/csv", csv, next === null ? {} : { Link: next });
}

function parseList({ event, caller: { organization } }: ReceivedRequest) {
  const type = acceptedType(event, ListBillingEvents.types);
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
  return { filters, scope, page: { after, limit }, type, query: sentQuery(event) };
}

/** The parameters as they were sent. */
const sentQuery = ({ queryStringParameters }: APIGatewayProxyEvent): Record<string, string> =>
  Object.fromEntries(
    Object.entries(queryStringParameters ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
