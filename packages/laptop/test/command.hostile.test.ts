import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "@image-staging/local-cloud/http";
import { adminProcess } from "service/test/support/admin.ts";
import { Form } from "service/test/support/form.ts";
import { overHttp } from "service/test/support/http.ts";
import { callsOf } from "service/test/support/partner.ts";
import { serviceProcess } from "service/test/support/service-process.ts";
import { until } from "service/test/support/until.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSampleRoom } from "../src/sample-room.ts";
import { attacks, send } from "./support/attacks.ts";
import { type Address, listeningAddresses } from "./support/listening.ts";
import { stateOf } from "./support/state.ts";

const asked: string[] = [];
const proxy = await listen(0, ({ method, url }, response) => {
  asked.push(`${method} ${url}`);
  response.writeHead(502).end();
});
proxy.server.on("connect", ({ url }, socket) => {
  asked.push(`CONNECT ${url}`);
  socket.destroy();
});
const folder = mkdtempSync(join(tmpdir(), "hostile-"));
const awsFile = join(folder, "config");
writeFileSync(awsFile, "[default]\nuse_fips_endpoint = true\nregion = us-gov-west-1\n");

/** The shell of somebody who uses AWS, proxies and another table. */
const shell = {
  AWS_PROFILE: "staging",
  AWS_CONFIG_FILE: awsFile,
  AWS_ACCESS_KEY_ID: "AKIAIOSFODNN7EXAMPLE",
  AWS_SECRET_ACCESS_KEY: "secret",
  AWS_SESSION_TOKEN: "token",
  AWS_REGION: "us-gov-west-1",
  AWS_ENDPOINT_URL: proxy.url,
  AWS_ENDPOINT_URL_S3: proxy.url,
  AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: "true",
  AWS_USE_FIPS_ENDPOINT: "true",
  AWS_USE_DUALSTACK_ENDPOINT: "true",
  AWS_RETRY_MODE: "never",
  AWS_MAX_ATTEMPTS: "none",
  TABLE_NAME: "users",
  BUCKET_NAME: "pictures",
  CDK_CONTEXT_JSON: "{}",
  ISSUER: "Somebody",
  NODE_USE_ENV_PROXY: "1",
  NODE_OPTIONS: "--use-env-proxy",
  http_proxy: proxy.url,
  HTTP_PROXY: proxy.url,
  NO_PROXY: "",
};

let host: ReturnType<typeof serviceProcess>;
let service: { baseUrl: string; pid: number; environment: Record<string, string> };
let partner: ReturnType<typeof callsOf>;
let addresses: Address[];

beforeAll(async () => {
  const before = new Set(listeningAddresses().map(({ port }) => port));
  host = serviceProcess(shell);
  const { base_url, pid, environment, organization_id, api_key } = await host.start();
  service = { baseUrl: base_url, pid, environment };
  partner = callsOf(overHttp(base_url).send, organization_id, api_key);
  await makeJob();
  addresses = listeningAddresses().filter(({ port }) => !before.has(port));
});
afterAll(async () => {
  await host.discard();
  await proxy.close();
  rmSync(folder, { recursive: true });
});

/** One job, from its picture to its webhook. */
async function makeJob() {
  const parts = { workflow: "staging", capture_type: "photo", mode: "clean" };
  const body = new Form([["file", await readSampleRoom()], ...Object.entries(parts)]);
  const { job_id } = await partner.sendOk("createGeneration", { body });
  const read = () => partner.sendOk("getGeneration", { id: job_id });
  const job = await until(async () => (await read()).completed_at !== null && read(), 60_000, 250);
  expect(job.status).toBe("succeeded");
  const delivered = async () => (await stateOf(service)).inbox.some(({ body }) => body.includes(job_id));
  await until(delivered);
  return job;
}

const isApart = ({ host }: Address) => host !== "127.0.0.1";

test("no request, URL, header or broken body ends a listener, is answered 5xx, or changes what is kept", {
  timeout: 240_000,
}, async () => {
  expect(addresses.length).toBeGreaterThan(4);
  const before = await stateOf(service);
  const failed: string[] = [];
  for (const address of addresses)
    for (const attack of attacks()) {
      const status = await send(address, attack);
      if (status !== undefined && status >= 500 && !isApart(address))
        failed.push(`${attack.what} at ${address.port}: ${status}`);
    }
  expect(failed).toEqual([]);
  const after = await stateOf(service);
  expect(after.items.filter((item) => !before.items.includes(item))).toEqual([]);
  expect({ ...after, inbox: [] }).toEqual({ ...before, inbox: [] });
  process.kill(service.pid, 0);
  const job = await makeJob();
  expect((await fetch(job.outputs[0].image_url)).status).toBe(200);
});

test("what the shell says of AWS, proxies and tables reaches neither the service nor the operator's program", async () => {
  const ours = { ...shell, SERVICE_HANDED_OVER: "", DATA_DIR: host.dataDir };
  const { code, out } = await adminProcess(["org", "list", "--json"], ours);
  expect([code, out]).toEqual([0, expect.stringContaining(partner.organizationId)]);
  expect(asked).toEqual([]);
});

test.skipIf(process.platform === "win32")("what a running service writes is its owner's alone", () => {
  const names = readdirSync(host.dataDir, { recursive: true, encoding: "utf8" });
  expect(names).toEqual(expect.arrayContaining(["host.db", "dynamodb.db", "service.json", "cloud.log"]));
  // The documents are everybody's.
  const own = names.filter((name) => !name.startsWith("documents"));
  for (const name of own) expect(statSync(join(host.dataDir, name)).mode & 0o077, name).toBe(0);
});
