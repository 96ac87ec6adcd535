import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { Endpoint } from "../domain/endpoint.ts";
import { env } from "../runtime/env.ts";

const client = new EventBridgeClient({ maxAttempts: 5 });

/** Tells operators that deliveries to a webhook URL have stopped until it is enabled again. */
export async function publishEndpointDisabled(endpoint: Endpoint): Promise<void> {
  const entry = {
    EventBusName: env("EVENT_BUS_NAME"),
    Source: "image-staging-api",
    DetailType: "webhook.endpoint_disabled",
    Detail: JSON.stringify(endpoint),
  };
  const { FailedEntryCount } = await client.send(new PutEventsCommand({ Entries: [entry] }));
  if (FailedEntryCount) throw new Error(`The event bus refused webhook.endpoint_disabled: ${entry.Detail}`);
}
