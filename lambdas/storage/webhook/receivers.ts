import {
  healthyReceiver,
  Receiver,
  type ReceiverAnswer,
  receiverAfter,
} from "../../domain/webhook/receiver.ts";
import { enabledReceiver } from "../../domain/webhook/settings.ts";
import { keys } from "../keys.ts";
import { listUnder, readItem, tableName, transact, type Write } from "../table.ts";

/** The receiver as stored; one without an item is healthy. */
export const findReceiver = async (organizationId: string, url: string): Promise<Receiver> =>
  (await readItem(Receiver, keys.receiver(organizationId, url))) ?? healthyReceiver(organizationId, url);

/**
 * Records how a receiver answered. Returns it if this answer disabled it, otherwise null: of many deliveries at once,
 * only one disables it.
 */
export async function recordAnswer(
  known: Receiver,
  answer: ReceiverAnswer,
  now: Date,
): Promise<Receiver | null> {
  let receiver = known;
  for (;;) {
    const after = receiverAfter(receiver, answer, now);
    if (after === null) return null;
    if (await save(after)) return after.disabled_at === null ? null : after;
    receiver = await findReceiver(receiver.organization_id, receiver.url);
  }
}

/** Enables a receiver again with a clean slate; false if it was not disabled. */
export async function enableReceiver(organizationId: string, url: string): Promise<boolean> {
  const receiver = await findReceiver(organizationId, url);
  if (receiver.disabled_at === null) return false;
  return save(enabledReceiver(receiver));
}

/** Every receiver of an organization that has ever failed. */
export const listReceivers = (organizationId: string): Promise<Receiver[]> =>
  listUnder(Receiver, { pk: keys.receiver(organizationId, "").pk, sk: "ENDPOINT#" });

/** The write that saves a receiver; refused if it has changed since it was read. */
export function receiverWrite(receiver: Receiver): Write {
  const isFirst = receiver.revision === 1 ? "attribute_not_exists(pk) OR " : "";
  return {
    Put: {
      TableName: tableName(),
      Item: { ...keys.receiver(receiver.organization_id, receiver.url), ...receiver },
      ConditionExpression: `${isFirst}revision = :before`,
      ExpressionAttributeValues: { ":before": receiver.revision - 1 },
    },
  };
}

const save = async (receiver: Receiver): Promise<boolean> =>
  (await transact({ guards: { was_changed: receiverWrite(receiver) } })).committed;
