import type { History } from "../world/history.ts";
import { monthOf, type Records } from "./records.ts";

const hours = 3600_000;

/** A month that is over has closed and is announced, whether or not anyone asked for its statement. */
function* checkClosings({ partners, endedAt }: History, { items }: Records): Generator<string> {
  for (const { organizationId, organization } of partners)
    for (let month = monthOf(organization.created_at); ; ) {
      const end = monthOf(new Date(Date.parse(month) + 31 * 24 * hours).toISOString());
      if (Date.parse(end) + 6 * hours > endedAt) break;
      const stored = items.find(
        ({ pk, sk }) => pk === `ORG#${organizationId}` && sk === `STATEMENT#${month}`,
      );
      if (!stored?.text) yield `The month from ${month} of ${organizationId} has not closed`;
      else if (stored.unannounced) yield `The closing of ${month} of ${organizationId} is not announced`;
      month = end;
    }
}

/** A closed statement is the same ever after, and has what the ledger of its period has. */
export function* checkStatements(history: History, records: Records): Generator<string> {
  yield* checkClosings(history, records);
  const { ledger } = records;
  const closed = history.requests.exchanges.flatMap(({ operationId, organizationId, id, reply }) =>
    operationId === "getStatement" && reply?.status === 200 && reply.body.state === "closed"
      ? [{ organizationId, id, reply }]
      : [],
  );
  for (const [name, read] of Map.groupBy(closed, ({ organizationId, id }) => `${organizationId} ${id}`)) {
    const texts = new Set(read.map(({ reply }) => reply.text));
    if (texts.size > 1) yield `The statement of ${name} closes as ${[...texts].join(" and as ")}`;
    for (const { organizationId, reply } of read) {
      const { billing_period, total_usd, ledger: counted } = reply.body;
      const own = ledger.filter(
        (event) =>
          event.organization_id === organizationId && monthOf(event.occurred_at) === billing_period.start_at,
      );
      const amount = own.reduce((sum, { amount_micro_usd }) => sum + amount_micro_usd, 0);
      if (Math.round(total_usd * 1e6) !== amount || counted.events !== own.length)
        yield `The statement of ${name} has ${counted.events} events and ${total_usd} USD, the ledger ${own.length} and ${amount / 1e6}`;
    }
  }
}
