import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

/**
 * Receives webhooks: verifies the signature over the exact bytes of the body and passes each event to `onEvent` once,
 * however often it is delivered. `onEvent` should store the event and leave the work for later: the answer, 204, waits
 * for it. `seen` stands for a unique key in your database.
 */
export function webhookReceiver(
  secret: string,
  onEvent: (id: string, event: unknown) => void,
): RequestListener {
  const webhook = new Webhook(secret);
  const seen = new Set<string>();
  return async (request, response) => {
    const id = String(request.headers["webhook-id"]);
    try {
      const event = webhook.verify(await text(request), {
        "webhook-id": id,
        "webhook-timestamp": String(request.headers["webhook-timestamp"]),
        "webhook-signature": String(request.headers["webhook-signature"]),
      });
      if (!seen.has(id)) {
        seen.add(id);
        onEvent(id, event);
      }
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
    }
  };
}
