import { setTimeout } from "node:timers/promises";
import type { Received, startReceiver } from "../../support/receiver.ts";

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** The webhook about a job, which comes soon after its end. */
export async function webhookOf(receiver: Receiver, jobId: string): Promise<Received> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const [received] = receiver.receivedFor(jobId);
    if (received) return received;
    await setTimeout(100);
  }
  throw new Error(`No webhook of ${jobId} came.`);
}
