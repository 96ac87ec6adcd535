import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const toleranceSeconds = 5 * 60;

export type KnownSecret = { organization_id: string; secret: string };

/** Whose webhook it is, or why it is not valid. */
export type Verdict = { organization_id: string; problem: null } | { organization_id: null; problem: string };

const invalid = (problem: string): Verdict => ({ organization_id: null, problem });

/** Verifies a delivery by the Standard Webhooks specification, without the code that signs it. */
export function verdictOf(
  headers: IncomingHttpHeaders,
  body: string,
  known: KnownSecret[],
  now: number,
): Verdict {
  const missing = ["webhook-id", "webhook-timestamp", "webhook-signature"].filter((name) => !headers[name]);
  if (missing.length > 0) return invalid(`It has no ${missing.join(", no ")}: it is not a signed webhook.`);
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    String(headers[name]),
  );
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds))
    return invalid("Its webhook-timestamp is more than five minutes from this machine's clock.");
  for (const { organization_id, secret } of known) {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
    if ((signatures ?? "").split(" ").some((entry) => isSignature(entry, expected)))
      return { organization_id, problem: null };
  }
  return invalid(
    "Its signature is of no organization of this service: another secret, or a changed body or id.",
  );
}

function isSignature(entry: string, expected: Buffer): boolean {
  const given = Buffer.from(entry.replace(/^v1,/, ""), "base64");
  return entry.startsWith("v1,") && given.length === expected.length && timingSafeEqual(given, expected);
}
