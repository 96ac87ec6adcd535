import * as v from "valibot";
import { closedEvent, closingOf } from "../../../domain/billing/closing.ts";
import { Statement } from "../../../domain/billing/statement-schema.ts";
import { changeByKey } from "../../../domain/organization/audit.ts";
import { closeStatement } from "../../../orchestration/closing.ts";
import { systemRandom } from "../../../runtime/random.ts";
import { statementCsv } from "../../../statements/csv.ts";
import { findStatement, mostEventsOfARequest } from "../../../storage/billing/statements.ts";
import type { Caller } from "../../chain/authenticate.ts";
import { namedPeriod } from "../../chain/billing-period.ts";
import { type Answer, answer, file } from "../../chain/http.ts";
import { acceptedType } from "../../chain/media-types.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { route } from "../../chain/route.ts";
import { pathParameters } from "../../contract/path-parameters.ts";
import { GetStatement } from "../../contract/statements/get.ts";

const PathOfStatement = v.object({ period_start: pathParameters.period_start });

/** GET /api/v1/billing/statements/{period_start} */
export const handler = route(GetStatement, {
  parse: ({ event, caller }) => {
    const type = acceptedType(event, GetStatement.types);
    const { period_start } = parseInput(PathOfStatement, event.pathParameters ?? {});
    return { type, period: namedPeriod("period_start", period_start, caller.organization, new Date()) };
  },
  read: ({ caller, input: { period }, now }) =>
    findStatement(caller.organization, period, now, mostEventsOfARequest),
  answer: async (drawn, { caller, input: { type, period }, now }) => {
    const organizationId = caller.organization.organization_id;
    const record = drawn.closes ? closingBy(caller, drawn.text, now) : null;
    const text = await closeStatement(organizationId, period, drawn, { record, now });
    return type === "application/json" ? answer<Statement>(200, { text }) : fileOf(type, text);
  },
});

/** The record of a period that a caller closes. */
const closingBy = ({ keyId, organization }: Caller, text: string, now: Date) => {
  const organizationId = organization.organization_id;
  const changes = [closingOf(closedEvent(organizationId, text))];
  return changeByKey({ keyId, organizationId }, GetStatement, changes, { id: systemRandom.id(), now });
};

/** The statement as a file to keep. The PDF's library is loaded by the first one, so that no cold start waits for it. */
async function fileOf(type: "text/csv" | "application/pdf", text: string): Promise<Answer<Statement>> {
  const statement = v.parse(Statement, JSON.parse(text));
  if (type === "text/csv") return file(`${statement.number}.csv`, type, statementCsv(statement));
  const { statementPdf } = await import("../../../statements/pdf.ts");
  return file(`${statement.number}.pdf`, type, await statementPdf(statement));
}
