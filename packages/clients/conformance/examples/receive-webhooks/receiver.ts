import type { RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import { WebhookError, type WebhookEvent, webhooks } from "@image-staging/client";

/**
 * Receives webhooks: verifies the signature over the exact bytes of the body and passes each event to `onEvent` once,
 * however often it is delivered. `onEvent` should store the event and leave the work for later: the answer, 204, waits
 * for it. `seen` stands for a unique key in your database. During a rotation, give both secrets.
 */
export function webhookReceiver(
  secrets: string | string[],
  onEvent: (id: string, event: WebhookEvent) => void,
): RequestListener {
  const seen = new Set<string>();
  return async (request, response) => {
    try {
      const body = new Uint8Array(await buffer(request));
      const event = await webhooks.verify(body, request.headers, secrets);
      const id = String(request.headers["webhook-id"]);
      if (!seen.has(id)) {
        seen.add(id);
        onEvent(id, event);
      }
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(error instanceof WebhookError ? 400 : 500).end();
    }
  };
}
