import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";

/** Announces the end of a job on the bus, as "Publish the completion" of state-machines/generation.asl.json does. */
export async function publishCompletion(event: { type: string; organization_id: string; job_id: string }) {
  const entry = {
    EventBusName: process.env.EVENT_BUS_NAME,
    Source: "image-staging-api",
    DetailType: event.type,
    Detail: JSON.stringify(event),
  };
  const { FailedEntryCount } = await new EventBridgeClient({}).send(
    new PutEventsCommand({ Entries: [entry] }),
  );
  if (FailedEntryCount) throw new Error(`The event bus refused ${event.type} of ${event.job_id}.`);
}
