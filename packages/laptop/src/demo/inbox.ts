import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";

const Delivery = v.object({ received_at: v.string(), body: v.string(), verified: v.boolean() });
const WebhookBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ type: v.string(), data: v.object({ job_id: v.string() }) }),
);

const pollIntervalMs = 300;

/** Waits until the webhook of a job is in the inbox of the local service; undefined if none comes within `seconds`. */
export async function waitForWebhook(inboxUrl: string, jobId: string, seconds: number) {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await pause(pollIntervalMs)) {
    const inbox = v.parse(v.array(Delivery), await (await fetch(inboxUrl)).json());
    for (const { body, verified, received_at } of inbox) {
      const webhook = v.safeParse(WebhookBody, body);
      if (webhook.success && webhook.output.data.job_id === jobId)
        return { type: webhook.output.type, verified, received_at };
    }
  }
  return undefined;
}
