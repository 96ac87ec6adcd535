import { webhooks } from "@image-staging/client";
import { startReceiver } from "../../support/receiver.ts";

/**
 * A receiver for all organizations, each under another path, which verifies each message as a partner does. It
 * answers the first attempt of every tenth message with 500, so that deliveries are repeated.
 */
export async function receiveWebhooks(secrets: Map<string, string>) {
  const attempts = new Map<string, number>();
  /** The type of the messages about each job, by their ids. */
  const delivered = new Map<string, Map<string, string>>();
  const refused: string[] = [];
  const { at, close } = await startReceiver(async (response, { path, headers, body }) => {
    try {
      const event = await webhooks.verify(body, headers, secrets.get(path) ?? "");
      const id = headers["webhook-id"] ?? "";
      const attempt = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, attempt);
      if (attempt === 1 && attempts.size % 10 === 0) return void response.writeHead(500).end();
      if ("job_id" in event.data) {
        const ofJob = delivered.get(event.data.job_id) ?? new Map();
        delivered.set(event.data.job_id, ofJob.set(id, event.type));
      }
      response.end();
    } catch (error) {
      refused.push(String(error));
      response.writeHead(400).end();
    }
  });
  return { at, delivered, refused, attempts, close };
}
export type Webhooks = Awaited<ReturnType<typeof receiveWebhooks>>;
