import { type Call, perform } from "@image-staging/conformance/perform";
import { startScriptedServer } from "@image-staging/conformance/scripted-server";
import { expectOutcome, readTable, type Scenario } from "@image-staging/conformance/tables";
import { expect, test } from "vitest";
import { imageStaging } from "../src/index.ts";

const { scenarios, bodies, requests } = readTable("scenarios.json");

test.each<Scenario>(scenarios)("$title", async (scenario) => {
  const { client = {}, call } = scenario;
  const apiKey = "stg_live_x.y";
  const server = await startScriptedServer(scenario.server, bodies, apiKey);
  const staging = imageStaging({
    baseUrl: server.url,
    apiKey,
    maxRetries: client.max_retries ?? 4,
    timeoutMs: client.timeout_ms ?? 5000,
    backoffMs: 1,
  });
  const { with: given, file_bytes, ...others } = call;
  const statuses: string[] = [];
  const started = performance.now();
  try {
    const fields = typeof given === "string" ? requests[given] : given;
    const made: Call = {
      ...others,
      ...(fields && { with: fields }),
      ...(file_bytes !== undefined && { file: new Uint8Array(file_bytes) }),
    };
    await expectOutcome(perform(staging, made, { onStatus: (status) => statuses.push(status) }), scenario);
  } finally {
    await server.close();
  }
  expect(server.flaws).toEqual([]);
  expect(server.left).toEqual([]);
  if (scenario.same_key) expect(new Set(server.keys).size).toBe(1);
  if (scenario.statuses) expect(statuses).toEqual(scenario.statuses);
  expect(performance.now() - started).toBeGreaterThanOrEqual(scenario.at_least_ms ?? 0);
});

test("a key that no header takes is refused, without showing it", () => {
  const apiKey = "stg_live_first\nsecond";
  expect(() => imageStaging({ baseUrl: "http://127.0.0.1", apiKey })).toThrow(/^The API key has characters/);
});

test("a signal ends a call at once, with its own reason", async () => {
  const server = await startScriptedServer(
    [{ request: "GET /api/v1/usage/summary", answer: { stall: true } }],
    bodies,
    "k",
  );
  const staging = imageStaging({ baseUrl: server.url, apiKey: "k" });
  const controller = new AbortController();
  const reason = new Error("not needed any more");
  const call = staging.usage.summary({}, { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 50);
  await expect(call).rejects.toBe(reason);
  await server.close();
});

test("a signal ends the wait between two polls", async () => {
  const script = [{ request: "GET /api/v1/generations/job_1", answer: { status: 200, body: "queued_job" } }];
  const server = await startScriptedServer(script, bodies, "k");
  const staging = imageStaging({ baseUrl: server.url, apiKey: "k" });
  const signal = AbortSignal.timeout(100);
  await expect(staging.generations.wait("job_1", { signal, pollMs: 60_000 })).rejects.toThrow("timeout");
  await server.close();
});
