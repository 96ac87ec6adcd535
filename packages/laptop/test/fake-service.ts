import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

type Call = { path: string; type: string; key: string; body: string };
type Answer = { status?: number; body: unknown };

const done = { failure: null, outputs: [] as unknown[] };
const dates = { created_at: "2026-11-20T10:00:00Z", completed_at: null, updated_at: "2026-11-20T10:00:00Z" };

/** An answer in place of the usual one for the nth call of a path; undefined leaves the usual one. */
export type Script = (call: Call, nth: number) => Answer | undefined;

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}

/** A service of canned answers, with its service.json in a new folder; `output` is the picture of every output. */
export async function startFakeService(output: Buffer, script: Script = () => undefined) {
  const calls: Call[] = [];
  const usual = ({ path }: Call): Answer => {
    const output_id = { rank: 1, is_primary: true, image_url: `${base}/picture`, cached: false };
    if (path === "/api/v1/usage/summary") return { body: {} };
    if (path === "/api/v1/uploads")
      return { body: { upload_id: "upl_1", method: "PUT", url: `${base}/store`, headers: {}, ...dates } };
    if (path === "/store") return { body: {} };
    if (path === "/api/v1/source-assets")
      return {
        body: { ingest_id: "src_1", status: "queued", source_asset_id: null, failure: null, ...dates },
      };
    if (path === "/api/v1/source-assets/src_1")
      return {
        body: { ingest_id: "src_1", status: "ready", source_asset_id: "src_9", failure: null, ...dates },
      };
    if (path === "/api/v1/generations")
      return { body: { job_id: "job_1", status: "queued", ...done, ...dates } };
    if (path === "/api/v1/generations/job_1")
      return { body: { job_id: "job_1", status: "succeeded", ...done, outputs: [output_id], ...dates } };
    const webhook = JSON.stringify({ type: "generation.succeeded", data: { job_id: "job_1" } });
    if (path === "/inbox")
      return { body: [{ received_at: "2026-11-20T10:00:01Z", headers: {}, body: webhook, verified: true }] };
    return { status: 404, body: {} };
  };
  const server = createServer(async (request, response) => {
    if (request.url === "/picture") return response.end(output);
    const { "content-type": type = "", "idempotency-key": key = "" } = request.headers;
    const call = { path: request.url ?? "", type, key: String(key), body: await read(request) };
    const nth = calls.filter(({ path }) => path === call.path).length;
    calls.push(call);
    const { status = 200, body } = script(call, nth) ?? usual(call);
    return response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), "client-"));
  await writeFile(
    join(folder, "service.json"),
    JSON.stringify({ base_url: base, api_key: "stg_live_x.y", inbox_url: `${base}/inbox` }),
  );
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  };
  return { folder, calls, close, bodiesTo: (path: string) => calls.filter((call) => call.path === path) };
}

const root = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** Runs a program of a package on the service that has its service.json in `folder`; outputs go to `folder`/out. */
export async function runProgram(program: string, folder: string, args: string[]) {
  const env = { ...process.env, DATA_DIR: folder };
  const ended = await run(process.execPath, [join(root, program), ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
  return ended;
}

export const filesIn = async (folder: string) =>
  Promise.all(
    (await readdir(folder)).sort().map(async (name) => ({ name, data: await readFile(join(folder, name)) })),
  );
