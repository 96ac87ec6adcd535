import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { env } from "../runtime/env.ts";

const client = new EventBridgeClient({ maxAttempts: 5 });

/** What announces that a job has ended; state-machines/generation.asl.json publishes the same. */
export type CompletionEvent = { type: string; organization_id: string; job_id: string };

/** Publishes one completion on the service's bus; throws where the bus did not take it. */
export async function publishCompletion(event: CompletionEvent): Promise<void> {
  const { FailedEntryCount } = await client.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: env("EVENT_BUS_NAME"),
          Source: "image-staging-api",
          DetailType: event.type,
          Detail: JSON.stringify(event),
        },
      ],
    }),
  );
  if (FailedEntryCount) throw new Error(`The event bus refused ${event.type} of ${event.job_id}.`);
}
