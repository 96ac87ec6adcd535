import * as v from "valibot";
import { type Message, messageId } from "../webhook/delivery.ts";
import { webhookEvents } from "../webhook/events.ts";
import { ListedStatement } from "./statement.ts";

/** The event that a billing period has closed with a statement. */
export const StatementClosed = v.object({
  organization_id: v.string(),
  type: v.literal(webhookEvents.statementClosed),
  statement: v.object({ ...ListedStatement.entries, closed_at: v.string() }),
});
export type StatementClosed = v.InferOutput<typeof StatementClosed>;

/** The event of a closed statement, from its text. Throws for an open one. */
export const closedEvent = (organization_id: string, text: string): StatementClosed =>
  v.parse(StatementClosed, {
    organization_id,
    type: webhookEvents.statementClosed,
    statement: JSON.parse(text),
  });

/** The message of it: one for each statement, however often it is announced. */
export const closedMessage = ({ organization_id, type, statement }: StatementClosed): Message => ({
  organization_id,
  message_id: messageId(`${organization_id} ${statement.number}`, type),
  type,
  job_id: null,
  occurred_at: statement.closed_at,
});

/** What closing a period with a statement changes, in a sentence. */
export const closingOf = ({ organization_id, statement }: StatementClosed): string =>
  `close the billing period from ${statement.billing_period.start_at.slice(0, 10)} of ${organization_id} with statement ${statement.number}, ${statement.total_usd} USD in total`;
