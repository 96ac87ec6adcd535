import { setTimeout } from "node:timers/promises";
import type { LocalService } from "../../../packages/laptop/src/service.ts";

/** The jobs whose messages are in the dead-letter queue, once there are `count` of them. */
export async function deadLetters(
  { endpoints, environment }: LocalService,
  count: number,
): Promise<string[]> {
  const jobs = new Set<string>();
  while (jobs.size < count) {
    const response = await fetch(endpoints.sqs, {
      method: "POST",
      headers: { "x-amz-target": "AmazonSQS.ReceiveMessage", "content-type": "application/x-amz-json-1.0" },
      body: JSON.stringify({ QueueUrl: environment.DEAD_LETTER_QUEUE_URL, MaxNumberOfMessages: 10 }),
    });
    const { Messages = [] } = (await response.json()) as { Messages?: { Body: string }[] };
    for (const { Body } of Messages) jobs.add(JSON.parse(Body).job_id);
    if (Messages.length === 0) await setTimeout(100);
  }
  return [...jobs];
}
