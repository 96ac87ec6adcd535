import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { Generation } from "../../domain/generation/generation.ts";
import type { Receiver } from "../../domain/webhook/receiver.ts";
import { env } from "../../runtime/env.ts";

const client = new EventBridgeClient({ maxAttempts: 5 });

/** Announces that a job has ended. Announcing it twice is harmless: its webhook is one message, by the job and its end. */
export function publishCompletion({ organization_id, job_id, status }: Generation): Promise<void> {
  const type = `generation.${status}`;
  return publish(type, { type, organization_id, job_id });
}

/** Tells operators that deliveries to a webhook URL have stopped until it is enabled again. */
export const publishReceiverDisabled = (receiver: Receiver): Promise<void> =>
  publish("webhook.endpoint_disabled", receiver);

async function publish(type: string, detail: object): Promise<void> {
  const entry = {
    EventBusName: env("EVENT_BUS_NAME"),
    Source: "image-staging-api",
    DetailType: type,
    Detail: JSON.stringify(detail),
  };
  const { FailedEntryCount } = await client.send(new PutEventsCommand({ Entries: [entry] }));
  if (FailedEntryCount) throw new Error(`The event bus refused ${type}: ${entry.Detail}`);
}
