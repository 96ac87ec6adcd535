import * as v from "valibot";
import {
  DeliveryGivenUp,
  type DeliveryOutcome,
  DeliveryPostponed,
  nextStep,
} from "../domain/webhook/delivery.ts";
import type { Log } from "../runtime/log.ts";
import { task } from "../runtime/task.ts";
import { keepSentMessage, listAttempts } from "../storage/webhook/deliveries.ts";
import { makeAttempt, settleInterrupted } from "./webhook/attempt.ts";
import { type AddressedMessage, AnnouncedEvent, addressMessage } from "./webhook/message.ts";

/**
 * `redelivery_id` starts a new round of attempts. `postponed` is this task's own error, after the wait it asked for.
 */
const Round = v.object({
  redelivery_id: v.optional(v.string()),
  postponed: v.optional(v.object({ by: v.object({ errorMessage: v.string() }) })),
});
const Input = v.intersect([AnnouncedEvent, Round]);

/**
 * Makes the next attempt to deliver a message, if it is due. Returns if the message is delivered or has no URL to go
 * to; throws DeliveryPostponed with the time to try again, or DeliveryGivenUp if no attempt follows. That makes a dead letter,
 * which wakes an operator: what a sandbox or a test gives up only ends.
 */
export const handler = task(Input, async ({ redelivery_id, postponed, ...event }, log) => {
  const addressed = await addressMessage(event);
  const round = {
    event,
    redeliveryId: redelivery_id ?? null,
    waitedUntil: postponed?.by.errorMessage ?? null,
  };
  const outcome = await nextAttempt(addressed, round, log);
  if (outcome === null) return;
  if (outcome.continues === "later") throw new DeliveryPostponed(outcome.at);
  if (addressed.measured) throw new DeliveryGivenUp(outcome.because);
  log.info("The delivery is given up", { reason: outcome.because });
});

type RoundOf = {
  event: v.InferOutput<typeof AnnouncedEvent>;
  redeliveryId: string | null;
  waitedUntil: string | null;
};

async function nextAttempt(
  addressed: AddressedMessage,
  { event, redeliveryId, waitedUntil }: RoundOf,
  log: Log,
): Promise<DeliveryOutcome> {
  const { message, own_url, own_url_key_id, url, ...content } = addressed;
  if (url === null) {
    log.info("There is no webhook URL to deliver to");
    return null;
  }
  const step = nextStep(await listAttempts(message), { redeliveryId, waitedUntil }, new Date());
  switch (step.action) {
    case "end":
      return null;
    case "give_up":
      return { continues: "never", because: `No attempt is left for ${message.message_id}.` };
    case "wait":
      return { continues: "later", at: step.until };
    case "settle_interrupted":
      return settleInterrupted(step.attempt, content.measured, log);
    case "send": {
      const { number, made } = step;
      if (number === 1) await keepSentMessage({ ...message, own_url, own_url_key_id, event }, new Date());
      return makeAttempt({ ...message, url, number, made, redelivery_id: redeliveryId }, content, log);
    }
  }
}
