import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { Endpoint } from "../domain/endpoint.ts";
import { env } from "../runtime/env.ts";

const client = new EventBridgeClient({ maxAttempts: 5 });

/** What announces that a job has ended; state-machines/generation.asl.json publishes the same. */
export type CompletionEvent = { type: string; organization_id: string; job_id: string };

/** Publishes one completion on the service's bus; throws where the bus did not take it. */
export const publishCompletion = (event: CompletionEvent): Promise<void> => publish(event.type, event);

/** Tells operators that deliveries to a webhook URL have stopped until it is enabled again. */
export const publishEndpointDisabled = (endpoint: Endpoint): Promise<void> =>
  publish("webhook.endpoint_disabled", endpoint);

async function publish(type: string, detail: CompletionEvent | Endpoint): Promise<void> {
  const entry = {
    EventBusName: env("EVENT_BUS_NAME"),
    Source: "image-staging-api",
    DetailType: type,
    Detail: JSON.stringify(detail),
  };
  const { FailedEntryCount } = await client.send(new PutEventsCommand({ Entries: [entry] }));
  if (FailedEntryCount) throw new Error(`The event bus refused ${type}: ${entry.Detail}`);
}
