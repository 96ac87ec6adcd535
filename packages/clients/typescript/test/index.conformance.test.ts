import { runInNewContext } from "node:vm";
import { type Call, perform } from "@image-staging/conformance/perform";
import { startScriptedServer } from "@image-staging/conformance/scripted-server";
import { expectOutcome, readTable, type Scenario } from "@image-staging/conformance/tables";
import { expect, test, vi } from "vitest";
import { imageStaging } from "../src/index.ts";

const { scenarios, bodies, requests, settings, idempotency_keys } = readTable("scenarios.json");

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
  const { with: given, file_bytes, mask_bytes, ...others } = call;
  const statuses: string[] = [];
  const started = performance.now();
  try {
    const fields = typeof given === "string" ? requests[given] : given;
    const made: Call = {
      ...others,
      ...(fields && { with: fields }),
      ...(file_bytes !== undefined && { file: new Uint8Array(file_bytes) }),
      ...(mask_bytes !== undefined && { mask: new Uint8Array(mask_bytes) }),
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

type Settings = { title: string; base_url: string; api_key: string; refused?: "base_url" | "api_key" };

test.each<Settings>(settings)("$title", async ({ base_url: baseUrl, api_key: apiKey, refused }) => {
  const asked: unknown[] = [];
  const send: typeof fetch = async (url, init) => {
    asked.push([new URL(String(url)).href, new Headers(init?.headers).get("authorization")]);
    return Response.json({});
  };
  const making = () => imageStaging({ baseUrl, apiKey, fetch: send });
  if (refused) {
    const words = {
      base_url: /^baseUrl is the base address/,
      api_key: /^(apiKey is missing|The API key has)/,
    };
    expect(making).toThrow(TypeError);
    expect(making).toThrow(words[refused]);
    expect(making).not.toThrow(/secret|first|second|küche/);
  } else {
    await making().capabilities();
    expect(asked).toEqual([["https://api.example.com/api/v1/capabilities", "Bearer stg_live_x.y"]]);
  }
});

test.each<{ title: string; key: string; works: boolean }>(idempotency_keys)(
  "as an idempotency key, $title",
  async ({ key, works }) => {
    const sent: unknown[] = [];
    const send: typeof fetch = async (_url, init) => {
      sent.push(new Headers(init?.headers).get("idempotency-key"));
      return Response.json({});
    };
    const staging = imageStaging({ baseUrl: "https://api.example.com", apiKey: "k", fetch: send });
    const call = staging.webhooks.test({}, { idempotencyKey: key });
    if (works) await call;
    else await expect(call).rejects.toThrow(TypeError);
    expect(sent.length).toBe(works ? 1 : 0);
  },
);

test.each<[string, unknown]>([
  ["a path", "living-room.jpg"],
  ["a URL object", new URL("file:///living-room.jpg")],
  ["a promise of bytes", Promise.resolve(new Uint8Array(1))],
  ["a stream", new ReadableStream()],
  ["a list of numbers", [255, 216]],
  ["null", null],
])("%s is no file: nothing is sent", async (_what, file) => {
  const send = vi.fn<typeof fetch>();
  const staging = imageStaging({ baseUrl: "https://api.example.com", apiKey: "k", fetch: send });
  // JavaScript checks no types.
  const picture = { file, workflow: "pro_capture", capture_type: "photo" } as never;
  const upload = { url: "https://store.example.com", headers: {} } as never;
  await expect(staging.generations.create(picture)).rejects.toThrow(/^A file is a Blob/);
  await expect(staging.sourceAssets.create(picture)).rejects.toThrow(/^A file is a Blob/);
  await expect(staging.uploads.put(upload, file as never)).rejects.toThrow(/^A file is a Blob/);
  expect(send).not.toHaveBeenCalled();
});

test("bytes of another realm, as test runners have, are a file", async () => {
  const sizes: number[] = [];
  const send: typeof fetch = async (_url, init) => {
    const file = init?.body instanceof FormData ? init.body.get("file") : null;
    sizes.push(file instanceof Blob ? file.size : -1);
    return Response.json({});
  };
  const staging = imageStaging({ baseUrl: "https://api.example.com", apiKey: "k", fetch: send });
  const settings = { workflow: "pro_capture", capture_type: "photo" } as const;
  for (const made of ["new Uint8Array(3)", "new ArrayBuffer(3)", "new Uint8Array(new SharedArrayBuffer(3))"])
    await staging.generations.create({ file: runInNewContext(made), ...settings });
  expect(sizes).toEqual([3, 3, 3]);
});

test("the reason of a failed connection is in the message", async () => {
  const server = await startScriptedServer([], bodies, "k");
  await server.close();
  const staging = imageStaging({ baseUrl: server.url, apiKey: "k", maxRetries: 0 });
  const failed = await staging.usage.summary().catch((error) => error);
  expect([failed.code, failed.retryable, failed.message]).toEqual([
    "connection_failed",
    true,
    expect.stringMatching(/^The connection failed: fetch failed \(.*ECONNREFUSED/),
  ]);
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
