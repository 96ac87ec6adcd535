import type { IncomingMessage, ServerResponse } from "node:http";
import { isForThisMachine } from "@image-staging/local-cloud/hosts";
import { readBody, sendJson } from "@image-staging/local-cloud/http";
import type { Store } from "@image-staging/local-cloud/store";
import * as v from "valibot";
import { type KnownSecret, type Verdict, verdictOf } from "./webhook-verdict.ts";

const bodyLimit = 1024 * 1024;
const keptDeliveries = 1000;

const Row = v.object({
  id: v.number(),
  received: v.number(),
  headers: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
  body: v.string(),
  verified: v.number(),
  organization: v.nullable(v.string()),
  problem: v.nullable(v.string()),
  answered: v.nullable(v.number()),
});

const jsonText = v.pipe(v.string(), v.parseJson());
const FailNext = v.pipe(
  jsonText,
  v.object({ fail_next: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)) }),
);
const Redelivery = v.pipe(
  jsonText,
  v.object({
    organization_id: v.pipe(v.string(), v.regex(/^\w+$/)),
    job_id: v.pipe(v.string(), v.regex(/^job_\w+$/)),
  }),
);

export type InboxOptions = {
  /** The signing secrets of this service's organizations, read again when a signature fits none that is known. */
  findSecrets: () => Promise<KnownSecret[]>;
  /** Has the service deliver the completion of a job again. */
  redeliver: (organizationId: string, jobId: string) => Promise<unknown>;
};

/**
 * A receiver for the webhooks of this service's organizations. POST stores a delivery and whether its signature is valid;
 * under a name that is not this machine's, it must be. GET lists the last thousand as JSON, newest last, each with its exact body. `/inbox/answers` and `/inbox/redeliveries`
 * are for the inspector's page.
 */
export function createInbox(store: Store, { findSecrets, redeliver }: InboxOptions) {
  store.exec(`CREATE TABLE IF NOT EXISTS inbox (id INTEGER PRIMARY KEY, received INTEGER NOT NULL,
    headers TEXT NOT NULL, body TEXT NOT NULL, verified INTEGER NOT NULL) STRICT`);
  addColumns(store);
  const insert = store.prepare(
    "INSERT INTO inbox (received, headers, body, verified, organization, problem, answered) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const trim = store.prepare("DELETE FROM inbox WHERE id <= ?");
  const select = store.prepare("SELECT * FROM inbox ORDER BY id");
  let known: KnownSecret[] = [];
  let failNext = 0;

  /** A secret that is not known yet may belong to an organization that was made since. */
  async function judge(headers: IncomingMessage["headers"], body: string): Promise<Verdict> {
    const verdict = verdictOf(headers, body, known, Date.now());
    if (verdict.problem === null || !headers["webhook-signature"]) return verdict;
    known = await findSecrets();
    return verdictOf(headers, body, known, Date.now());
  }

  async function receive({ headers }: IncomingMessage, body: string, response: ServerResponse) {
    const { organization_id, problem } = await judge(headers, body);
    if (problem !== null && !isForThisMachine(headers))
      return sendJson(response, 403, {
        error: `Under another host name it takes signed webhooks only. ${problem}`,
      });
    const status = failNext > 0 ? 500 : 204;
    failNext = Math.max(0, failNext - 1);
    const isVerified = Number(problem === null);
    const values = [Date.now(), JSON.stringify(headers), body, isVerified, organization_id, problem, status];
    const { lastInsertRowid } = insert.run(...values);
    trim.run(Number(lastInsertRowid) - keptDeliveries);
    response.writeHead(status).end();
  }

  const readable: Record<string, () => unknown> = {
    "/inbox": () => select.all().map(describe),
    "/inbox/answers": () => ({ fail_next: failNext }),
  };
  const writable: Record<string, (body: string) => unknown> = {
    "/inbox/answers": (body) => {
      failNext = v.parse(FailNext, body).fail_next;
      return { fail_next: failNext };
    },
    "/inbox/redeliveries": async (body) => {
      const { organization_id, job_id } = v.parse(Redelivery, body);
      await redeliver(organization_id, job_id);
      return { job_id };
    },
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split("?")[0] ?? "";
    const read = readable[path] ?? readable["/inbox"];
    if (request.method === "GET" || request.method === "HEAD") return sendJson(response, 200, read?.());
    if (request.method !== "POST")
      return sendJson(response, 405, { error: "The inbox takes GET, HEAD and POST" });
    const body = (await readBody(request, bodyLimit))?.toString();
    if (body === undefined) return sendJson(response, 413, { error: "The body is larger than 1 MiB" });
    const write = writable[path];
    if (write === undefined) return receive(request, body, response);
    // A page of another site can send a form, but JSON only with a leave that nobody gives it.
    if (request.headers["content-type"] !== "application/json")
      return sendJson(response, 415, { error: "This takes application/json" });
    try {
      sendJson(response, 200, await write(body));
    } catch (error) {
      sendJson(response, 422, { error: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** A store of a service before 1.1.0 lacks them. */
function addColumns(store: Store): void {
  const rows = store.prepare("SELECT name FROM pragma_table_info('inbox')").all();
  const names = rows.map((row) => v.parse(v.object({ name: v.string() }), row).name);
  const columns = { organization: "TEXT", problem: "TEXT", answered: "INTEGER" };
  for (const [name, type] of Object.entries(columns))
    if (!names.includes(name)) store.exec(`ALTER TABLE inbox ADD COLUMN ${name} ${type}`);
}

function describe(row: unknown) {
  const { id, received, headers, body, verified, organization, problem, answered } = v.parse(Row, row);
  return {
    id,
    received_at: new Date(received).toISOString(),
    headers,
    body,
    verified: verified === 1,
    organization_id: organization,
    problem,
    answered,
  };
}
