import { setTimeout } from "node:timers/promises";
import type { LocalService } from "@image-staging/laptop/describe-service";
import { callJson } from "../../../bin/admin/service/aws.ts";

/** The jobs with messages in the dead-letter queue, once there are `count`. This process has the service's environment. */
export async function deadLetters({ environment }: LocalService, count: number): Promise<string[]> {
  const jobs = new Set<string>();
  while (jobs.size < count) {
    const request = { QueueUrl: environment.DEAD_LETTER_QUEUE_URL, MaxNumberOfMessages: 10 };
    const answer = await callJson("sqs", "AmazonSQS.ReceiveMessage", request, "1.0");
    const { Messages = [] } = JSON.parse(answer) as { Messages?: { Body: string }[] };
    for (const { Body } of Messages) jobs.add(JSON.parse(Body).job_id);
    if (Messages.length === 0) await setTimeout(100);
  }
  return [...jobs];
}
