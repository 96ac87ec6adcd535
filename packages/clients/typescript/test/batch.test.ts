import { expect, test } from "vitest";
import { ApiError, type CreateGeneration, imageStaging, JobFailedError } from "../src/index.ts";

const enhance = (url: string): CreateGeneration => ({ url, workflow: "pro_capture", capture_type: "photo" });
const failure = { code: "no_approved_output", message: "The room is furnished.", retryable: false };

/** A service that ends each job at its second read, refuses what names `bad`, and fails what names `furnished`. */
function service() {
  const seen = { atOnce: 0, most: 0, keys: [] as (string | undefined)[] };
  const reads = new Map<string, number>();
  const send: typeof fetch = async (url, init) => {
    init?.signal?.throwIfAborted();
    const { method, body, headers } = { body: "", ...init };
    const path = new URL(String(url)).pathname;
    if (method === "POST") {
      const { source_url } = JSON.parse(String(body));
      if (source_url.includes("bad"))
        return Response.json(
          { error: { code: "validation_error", message: "No.", retryable: false } },
          { status: 422 },
        );
      seen.most = Math.max(seen.most, ++seen.atOnce);
      seen.keys.push(Object(headers)["idempotency-key"]);
      return Response.json({
        job_id: `job_${source_url.slice(8)}`,
        status: "queued",
        failure: null,
        outputs: [],
      });
    }
    const read = (reads.get(path) ?? 0) + 1;
    reads.set(path, read);
    const job_id = path.split("/").at(-1);
    if (read < 2) return Response.json({ job_id, status: "running", failure: null, outputs: [] });
    seen.atOnce--;
    const hasFailed = job_id?.includes("furnished");
    return Response.json({
      job_id,
      status: hasFailed ? "failed" : "succeeded",
      failure: hasFailed ? failure : null,
    });
  };
  return { seen, staging: imageStaging({ baseUrl: "https://api.example.com", apiKey: "k", fetch: send }) };
}

test("a batch has no more jobs under way than it may, and yields how each ended", async () => {
  const { staging, seen } = service();
  const names = ["a", "b", "bad", "c", "furnished", "d"];
  const outcomes = new Map<string, unknown>();
  for await (const { request, job, error } of staging.generations.batch(
    names.map((name) => enhance(`https://${name}`)),
    { concurrency: 2, pollMs: 1, idempotencyKey: ({ url }) => `key of ${url}` },
  ))
    outcomes.set(String(request.url), error ?? job.job_id);
  expect(seen.most).toBe(2);
  expect(seen.keys.toSorted()).toEqual(
    ["a", "b", "c", "d", "furnished"].map((name) => `key of https://${name}`),
  );
  expect(outcomes.size).toBe(names.length);
  expect(outcomes.get("https://a")).toBe("job_a");
  expect(outcomes.get("https://bad")).toBeInstanceOf(ApiError);
  expect(outcomes.get("https://furnished")).toBeInstanceOf(JobFailedError);
});

test("a batch takes a request when it sends it, and none after the loop is left", async () => {
  const { staging, seen } = service();
  const taken: number[] = [];
  async function* endless() {
    for (let nth = 0; ; nth++) {
      taken.push(nth);
      yield enhance(`https://${nth}`);
    }
  }
  for await (const _ of staging.generations.batch(endless(), { concurrency: 3, pollMs: 1 })) break;
  const { length } = taken;
  expect(length).toBeLessThanOrEqual(4);
  await new Promise((resolve) => setImmediate(resolve));
  expect([taken.length, seen.keys.length]).toEqual([length, length]);
});

test("what is no error of the service ends the batch", async () => {
  const { staging } = service();
  const broken = staging.generations.batch([enhance("https://a")], {
    idempotencyKey: () => {
      throw new Error("the key cannot be made");
    },
  });
  await expect(broken.next()).rejects.toThrow("the key cannot be made");
  const aborted = staging.generations.batch([enhance("https://a")], { signal: AbortSignal.abort("enough") });
  await expect(aborted.next()).rejects.toBe("enough");
});

test("a call may have fewer repetitions and less time than its client", async () => {
  let attempts = 0;
  const busy = imageStaging({
    baseUrl: "https://api.example.com",
    apiKey: "k",
    maxRetries: 3,
    backoffMs: 1,
    fetch: async (_url, init) => {
      attempts++;
      if (attempts < 3) return new Response("", { status: 503 });
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
      );
    },
  });
  await expect(busy.usage.summary({}, { maxRetries: 0 })).rejects.toMatchObject({ status: 503 });
  expect(attempts).toBe(1);
  attempts = 2;
  const call = busy.usage.summary({}, { maxRetries: 0, timeoutMs: 5 });
  await expect(call).rejects.toMatchObject({ code: "timed_out", message: "No answer came within 5 ms." });
});

test("a job is downloaded by its primary output", async () => {
  const { staging } = service();
  const job = await staging.generations.wait("job_a", { pollMs: 1 });
  await expect(staging.download({ ...job, outputs: [] })).rejects.toThrow("The job has no output.");
});
