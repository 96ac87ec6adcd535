import { expect, test } from "vitest";
import { demo } from "./run-demo.ts";

const refusal = (status: number, code: string, message: string, retry_after: number | null = null) => ({
  status,
  body: { error: { code, message, retryable: status === 429, retry_after } },
});

test("a refused request ends with 1 and the service's own words", async () => {
  const { code, stderr } = await demo([], ({ path }) =>
    path === "/api/v1/generations"
      ? refusal(422, "validation_error", "style_preset must be one of …")
      : undefined,
  );
  expect(code).toBe(1);
  expect(stderr).toBe("validation_error: style_preset must be one of …\n");
});

test("a 429 is retried after its retry_after with the same idempotency key", async () => {
  const { code, service } = await demo([], ({ path }, nth) =>
    path === "/api/v1/generations" && nth === 0 ? refusal(429, "rate_limited", "Too many", 0.05) : undefined,
  );
  expect(code).toBe(0);
  const keys = service.bodiesTo("/api/v1/generations").map(({ key }) => key);
  expect(keys.length).toBe(2);
  expect(new Set(keys).size).toBe(1);
});

test("a failed job ends with 1 and its failure", async () => {
  const failure = {
    code: "inference_failed",
    message: "The model could not process the picture.",
    retryable: true,
  };
  const { code, stderr, stdout } = await demo([], ({ path }) =>
    path === "/api/v1/generations/job_1"
      ? { body: { job_id: "job_1", status: "failed", failure, outputs: [] } }
      : undefined,
  );
  expect(code).toBe(1);
  expect(stdout).toContain("queued → failed\n");
  expect(stderr).toBe("inference_failed: The model could not process the picture.\n");
});

test("a failed ingest ends with 1 and asks for nothing more", async () => {
  const failure = { code: "invalid_image", message: "The picture is cut off.", retryable: false };
  const { code, stderr, service } = await demo([], ({ path }) =>
    path === "/api/v1/source-assets/src_1"
      ? { body: { ingest_id: "src_1", status: "failed", source_asset_id: null, failure } }
      : undefined,
  );
  expect([code, stderr]).toEqual([1, "invalid_image: The picture is cut off.\n"]);
  expect(service.bodiesTo("/api/v1/generations")).toEqual([]);
});

test("a webhook with a signature that does not verify ends with 1", async () => {
  const body = JSON.stringify({ type: "generation.succeeded", data: { job_id: "job_1" } });
  const { code, stdout } = await demo([], ({ path }) =>
    path === "/inbox" ? { body: [{ received_at: "now", body, verified: false }] } : undefined,
  );
  expect(code).toBe(1);
  expect(stdout).toContain("does NOT verify");
});

test.each([
  ["a missing file", ["missing.jpg"], "There is no file missing.jpg.\n"],
  [
    "a file that is not a picture",
    ["package.json"],
    "package.json is not a picture that this machine can read: it is a text. Send the picture itself: its URL must need no sign-in.\n",
  ],
])("%s ends with 2", async (_, args, message) => {
  const { code, stderr } = await demo(args);
  expect([code, stderr]).toEqual([2, message]);
});

test("an unknown style ends with 2", async () => {
  const { code, stderr } = await demo(["--style", "baroque"]);
  expect(code).toBe(2);
  expect(stderr).toContain("Allowed choices are modern, scandi");
});

test("an unknown option ends with 2", async () => {
  expect((await demo(["--colour", "red"])).code).toBe(2);
});

test.runIf(process.platform === "linux")(
  "a folder that cannot be made ends with 2 and a sentence",
  async () => {
    const { code, stderr } = await demo(["--out", "/sys/demo"], () => undefined);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^This user has no permission for \/sys\/demo .*\n$/),
    ]);
  },
);
