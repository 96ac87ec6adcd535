import { StagingError } from "./errors.ts";
import type { WebhookEvents } from "./types.ts";

/** A message: one that this version knows, by its `type`, or another, which you ignore. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];

/** A message that must not be trusted: answer it with 400. */
export class WebhookError extends StagingError {
  override name = "WebhookError";
  declare readonly code: "webhook_headers" | "webhook_timestamp" | "webhook_signature" | "webhook_body";
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
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: HeaderValues,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() / 1000 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const keys = [secrets].flat().map(keyOf);
  if (keys.length === 0) throw new TypeError("Give at least one signing secret.");
  const body = bodyOf(rawBody);
  const [id, timestamp, signatures] = names.map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures)
    throw refused("webhook_headers", `A header is missing: ${missingOf(headers).join(", ")}.`);
  checkTime(timestamp, toleranceSeconds, now);
  const prefix = encoder.encode(`${id}.${timestamp}.`);
  const entries = signatures
    .split(" ")
    .flatMap((entry) => (entry.startsWith("v1,") ? bytesOf(entry.slice(3)) : []));
  if (entries.length === 0)
    throw refused("webhook_signature", "webhook-signature has no signature of version v1.");
  for (const key of keys)
    if (await isSigned(key, [prefix, body], entries)) return parsed(new TextDecoder().decode(body));
  throw refused(
    "webhook_signature",
    "No signature matches: another secret, or another body than the one that arrived.",
  );
}

const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
const missingOf = (headers: HeaderValues) => names.filter((name) => !headerOf(headers, name));
const encoder = new TextEncoder();

function bodyOf(rawBody: unknown): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === "string") return encoder.encode(rawBody);
  if (rawBody instanceof Uint8Array || rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  throw new TypeError(
    "Give the body as it arrived, as text or bytes: one that was parsed cannot be verified.",
  );
}

function checkTime(timestamp: string, toleranceSeconds: number, now: number): void {
  if (!/^\d+$/.test(timestamp))
    throw refused("webhook_timestamp", "webhook-timestamp is no whole number of seconds.");
  const age = now - Number(timestamp);
  if (age > toleranceSeconds) throw refused("webhook_timestamp", "The message is too old.");
  if (age < -toleranceSeconds)
    throw refused("webhook_timestamp", "The message is from the future: is this machine's clock right?");
}

function headerOf(headers: HeaderValues, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value.join(" ") : value;
}

/** The bytes of base64; none if it is something else. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer>[] {
  try {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return [bytes];
  } catch {
    return [];
  }
}

/** Node's own cryptography, where there is one: WebCrypto takes a thread, and several times as long for so few bytes. */
const node = Object(globalThis).process?.getBuiltinModule?.("node:crypto");
const algorithm = { name: "HMAC", hash: "SHA-256" };

/** The keys of secrets, which most receivers have one or two of: making one takes longer than a verification with it. */
const known = new Map<string, ReturnType<typeof newKey>>();
const mostKnown = 100;

const newKey = (bytes: Uint8Array<ArrayBuffer>) =>
  node ? node.createSecretKey(bytes) : crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);

function keyOf(secret: string): ReturnType<typeof newKey> {
  const before = known.get(secret);
  if (before) return before;
  const [bytes] = bytesOf(secret.trim().replace(/^whsec_/, ""));
  if (!bytes?.length) throw new TypeError("A signing secret is base64 after whsec_.");
  if (known.size >= mostKnown) known.clear();
  const key = newKey(bytes);
  known.set(secret, key);
  return key;
}

/** Whether one of the signatures is the key's, of these parts together. Compares in constant time. */
async function isSigned(
  key: ReturnType<typeof newKey>,
  parts: Uint8Array<ArrayBuffer>[],
  signatures: Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  if (node) {
    const hmac = node.createHmac("sha256", key);
    for (const part of parts) hmac.update(part);
    const digest = hmac.digest();
    return signatures.some((one) => one.length === digest.length && node.timingSafeEqual(one, digest));
  }
  const [imported, signed] = [await key, await new Blob(parts).arrayBuffer()];
  const verdicts = signatures.map((one) => crypto.subtle.verify("HMAC", imported, one, signed));
  return (await Promise.all(verdicts)).includes(true);
}

function parsed(body: string): WebhookEvent {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new WebhookError("webhook_body", "The body is not JSON.", false, { cause });
  }
}

const refused = (code: WebhookError["code"], message: string) => new WebhookError(code, message, false);
