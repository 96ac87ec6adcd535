import type { History } from "../world/history.ts";
import { monthOf, type Records } from "./records.ts";

/** A closed statement is the same ever after, and has what the ledger of its period has. */
export function* checkStatements(history: History, { ledger }: Records): Generator<string> {
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
