import { StagingError } from "./errors.ts";
import type { WebhookEvents } from "./types.ts";

/** A message: one that this version knows, by its `type`, or another, which you ignore. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];

/** A message that must not be trusted: code `webhook_headers`, `webhook_timestamp`, `webhook_signature` or `webhook_body`. */
export class WebhookError extends StagingError {
  override name = "WebhookError";
}

export type VerifyOptions = {
  /** How far the message's time may be from now. Default 300, as the specification recommends. */
  toleranceSeconds?: number;
  /** In Unix seconds; for tests. */
  now?: number;
};

type HeaderValues = Headers | Record<string, string | string[] | undefined>;

/**
 * Verifies a message by the Standard Webhooks specification and returns it. `rawBody` is the body exactly as it arrived.
 * During a rotation, give both secrets: one that matches is enough. Signatures are compared in constant time. Throws a
 * WebhookError; answer such a message with 400.
 */
export async function verify(
  rawBody: string | Uint8Array<ArrayBuffer> | ArrayBuffer,
  headers: HeaderValues,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() / 1000 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures)
    throw refused(
      "webhook_headers",
      "A header is missing: webhook-id, webhook-timestamp or webhook-signature.",
    );
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSeconds)
    throw refused("webhook_timestamp", "The message is too old, or from the future.");

  const encoder = new TextEncoder();
  const body = typeof rawBody === "string" ? encoder.encode(rawBody) : new Uint8Array(rawBody);
  const prefix = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  const entries = signatures
    .split(" ")
    .flatMap((entry) => (entry.startsWith("v1,") ? bytesOf(entry.slice(3)) : []));
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret);
    for (const entry of entries)
      if (await crypto.subtle.verify("HMAC", key, entry, signed))
        return parsed(new TextDecoder().decode(body));
  }
  throw refused(
    "webhook_signature",
    "No signature matches: another secret, or another body than the one that arrived.",
  );
}

function headerOf(headers: HeaderValues, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value.join(" ") : value;
}

/** The bytes of base64; none if it is something else. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The keys of secrets, which most receivers have one or two of: making one takes as long as a verification with it. */
const keys = new Map<string, Key>();
const mostKeys = 100;

async function keyOf(secret: string): Promise<Key> {
  const known = keys.get(secret);
  if (known) return known;
  const [bytes] = bytesOf(secret.replace(/^whsec_/, ""));
  if (!bytes?.length) throw new TypeError("A signing secret is base64 after whsec_.");
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  if (keys.size >= mostKeys) keys.clear();
  keys.set(secret, key);
  return key;
}

function parsed(body: string): WebhookEvent {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new WebhookError("webhook_body", "The body is not JSON.", false, { cause });
  }
}

const refused = (code: string, message: string) => new WebhookError(code, message, false);
