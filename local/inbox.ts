import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import * as v from "valibot";
import { readBody, sendJson } from "./http.ts";
import type { Store } from "./store.ts";

const bodyLimit = 1024 * 1024;
const keptDeliveries = 1000;
const toleranceSeconds = 5 * 60;

const Row = v.object({
  received: v.number(),
  headers: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
  body: v.string(),
  verified: v.number(),
});

/**
 * A receiver for the webhooks of the development organization and its sandbox. POST stores a delivery and whether its
 * signature is valid, by the secret of either.
 * GET lists the last thousand as JSON, newest last, each with its exact body.
 */
export function createInbox(store: Store, signingSecrets: string[]) {
  store.exec(`CREATE TABLE IF NOT EXISTS inbox (id INTEGER PRIMARY KEY, received INTEGER NOT NULL,
    headers TEXT NOT NULL, body TEXT NOT NULL, verified INTEGER NOT NULL) STRICT`);
  const insert = store.prepare("INSERT INTO inbox (received, headers, body, verified) VALUES (?, ?, ?, ?)");
  const trim = store.prepare("DELETE FROM inbox WHERE id <= ?");
  const select = store.prepare("SELECT received, headers, body, verified FROM inbox ORDER BY id");

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === "GET") return sendJson(response, 200, select.all().map(describe));
    if (request.method !== "POST") return sendJson(response, 405, { error: "The inbox takes GET and POST" });
    const body = (await readBody(request, bodyLimit))?.toString();
    if (body === undefined) return sendJson(response, 413, { error: "The body is larger than 1 MiB" });
    const isVerified = signingSecrets.some((secret) => verify(request.headers, body, secret, Date.now()));
    const { lastInsertRowid } = insert.run(
      Date.now(),
      JSON.stringify(request.headers),
      body,
      Number(isVerified),
    );
    trim.run(Number(lastInsertRowid) - keptDeliveries);
    response.writeHead(204).end();
  };
}

function describe(row: unknown) {
  const { received, headers, body, verified } = v.parse(Row, row);
  return { received_at: new Date(received).toISOString(), headers, body, verified: verified === 1 };
}

/** Verifies a delivery by the Standard Webhooks specification, without the code that signs it. */
export function verify(headers: IncomingHttpHeaders, body: string, secret: string, now: number): boolean {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    String(headers[name] ?? ""),
  );
  if (!(Math.abs(now / 1000 - Number(timestamp || Number.NaN)) <= toleranceSeconds)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return (signatures ?? "").split(" ").some((entry) => {
    const given = Buffer.from(entry.replace(/^v1,/, ""), "base64");
    return entry.startsWith("v1,") && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
