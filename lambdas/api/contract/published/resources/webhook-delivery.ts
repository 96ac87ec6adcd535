import * as v from "valibot";
import { JobId, MessageId } from "../../../../domain/ids.ts";
import { attemptOutcomes } from "../../../../domain/webhook/delivery.ts";
import { deliveredTypes } from "../../../../domain/webhook/events.ts";
import { deliveryStates, type deliveryView } from "../../../../domain/webhook/summary.ts";
import { Count, DateTime, type FieldsOf, nextCursor, resource, Url } from "../field.ts";

type View = ReturnType<typeof deliveryView>;

const type = { schema: v.picklist(deliveredTypes), meaning: "The type of the event." };
const job_id = {
  schema: v.nullable(JobId),
  meaning: "The job that ended; null if the event belongs to none.",
};
const webhook_id = {
  schema: MessageId,
  meaning: "The `webhook-id` of the message: the same at every attempt and redelivery.",
};

export const WebhookAttempt = resource({
  number: { schema: Count, meaning: "Counts the attempts of the message from 1." },
  redelivery_id: {
    schema: v.nullable(v.string()),
    meaning: "The redelivery that it belongs to; null for those that the event itself started.",
  },
  started_at: { schema: DateTime },
  outcome: {
    schema: v.nullable(v.picklist(attemptOutcomes)),
    meaning:
      "How it ended; null while it is under way. `http_error` is an answer other than 2xx and 410 (`gone`). No request was made if it was `blocked` by the address, or the URL was disabled (`endpoint_disabled`), or there was no signing secret.",
  },
  status: { schema: v.nullable(Count), meaning: "The status of your answer; null if there was none." },
  duration_ms: { schema: v.nullable(Count), meaning: "Null while it is under way." },
  answer: {
    schema: v.nullable(v.string()),
    meaning: "The first 500 bytes of your answer; null if there was none.",
  },
} satisfies FieldsOf<View["attempts"][number]>);

export const WebhookDelivery = resource({
  webhook_id,
  type,
  job_id,
  url: { schema: Url, meaning: "Where the latest attempt went." },
  state: {
    schema: v.picklist(deliveryStates),
    meaning:
      "`delivered`: it arrived at least once. `under_way`: an attempt is being made. `waiting`: another one follows. `given_up`: none follows.",
  },
  created_at: { schema: DateTime, meaning: "When the event happened." },
  next_attempt_at: {
    schema: v.nullable(DateTime),
    meaning: "When the next attempt is due; null if none is.",
  },
  attempts: { schema: v.array(WebhookAttempt), meaning: "Oldest first: the latest 50." },
} satisfies FieldsOf<View>);

export const WebhookDeliveriesPage = resource({
  items: { schema: v.array(WebhookDelivery), meaning: "Newest event first, of the last 30 days." },
  next_cursor: nextCursor,
});
export type WebhookDeliveriesPage = v.InferOutput<typeof WebhookDeliveriesPage>;

const url = { schema: Url, meaning: "Where it goes." };

export const Redelivery = resource({
  webhook_id,
  type,
  job_id,
  url,
  redelivery_id: { schema: v.string(), meaning: "Its attempts have it." },
  created_at: { schema: DateTime },
});
export type Redelivery = v.InferOutput<typeof Redelivery>;

export const WebhookTest = resource({
  webhook_id,
  test_id: { schema: v.string(), meaning: "`data.test_id` of the message." },
  url,
  created_at: { schema: DateTime },
});
export type WebhookTest = v.InferOutput<typeof WebhookTest>;
