import { afterAll, describe, expect, test } from "vitest";
import { type OperationId, operations } from "../../../lambdas/api/contract/operations.ts";
import { startApi } from "../../support/api.ts";
import { succeededJob } from "../../support/jobs.ts";
import { newOutput } from "../../support/new-job.ts";
import { refurnish } from "../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const stranger = await api.newPartner();

// @contract source-asset.ingest_id get-source-asset.1 get-generation.1 get-generation.3 regenerate.2
// @contract authentication.5 errors.9
describe("an id that is unknown, another organization's or malformed gets the same answer", () => {
  const foreignJob = async () =>
    (await stranger.send("createGeneration", { body: refurnish(await stranger.addAsset()) })).body.job_id;
  const foreignIngest = async () =>
    (await stranger.send("createSourceAsset", { body: { source_url: "https://a.example.com/a.jpg" } })).body
      .ingest_id;
  const foreignKey = async () => (await stranger.send("createKey", { body: { scope: "read" } })).body.key_id;
  test.each<[OperationId, () => Promise<string>, string[]]>([
    ["getGeneration", foreignJob, ["job_01JD6M3V9QK8T2X4Y6Z8A0B1C2"]],
    ["regenerateGeneration", foreignJob, ["job_01JD6M3V9QK8T2X4Y6Z8A0B1C2"]],
    ["cancelGeneration", foreignJob, ["job_01JD6M3V9QK8T2X4Y6Z8A0B1C2"]],
    ["revokeKey", foreignKey, ["01JD6M3V9QK8T2X4Y6Z8A0B1C2"]],
    ["getSourceAsset", foreignIngest, ["src_01JD6M3V9QK8T2X4Y6Z8A0B1C2"]],
  ])("%s", async (operation, foreign, unknown) => {
    const malformed = [
      "x",
      "job_",
      "src_",
      "job_a%20b",
      "job_ü",
      "..",
      "job_a/b",
      `job_${"a".repeat(3000)}`,
      "org_1",
    ];
    const replies = await Promise.all(
      [await foreign(), ...unknown, ...malformed].map((id) => partner.send(operation, { id })),
    );
    const withoutChanging = ({
      headers: { "x-request-id": _id, ratelimit: _left, ...headers },
    }: (typeof replies)[0]) => headers;
    for (const reply of replies) {
      expect(reply.status).toBe(404);
      expect(reply.text).toBe(replies[0]?.text);
      expect(withoutChanging(reply)).toEqual(replies[0] && withoutChanging(replies[0]));
    }
    expect(replies[0]?.body.error).toMatchObject({ code: "not_found", retryable: false, retry_after: null });
  });
});

test("what another organization has made and set is in no list and no setting of one's own", async () => {
  const default_url = "https://stranger.example.com/hook";
  await stranger.sendOk("putWebhookSettings", { body: { default_url } });
  const { key_id } = await stranger.sendOk("createKey", { body: { scope: "read" } });
  for (const operation of [
    "listKeys",
    "getWebhookSettings",
    "listWebhookDeliveries",
    "listStatements",
  ] as const) {
    const { status, text } = await partner.send(operation);
    expect([operation, status]).toEqual([operation, 200]);
    for (const foreign of [key_id, "stranger.example.com", stranger.organizationId])
      expect(text).not.toContain(foreign);
  }
});

describe("a succeeded job", () => {
  // @contract service.13 output.output_id output.rank output.is_primary output.image_url output.expires_at
  // @contract output.created_at get-generation.2 limits.15
  test("shows its primary output with a signed URL that is fresh at every reading", async () => {
    const { job } = await succeededJob(partner.organizationId);
    const before = Date.now();
    const { body } = await partner.send("getGeneration", { id: job.job_id });
    expect(body).toMatchObject({ status: "succeeded", failure: null, completed_at: job.completed_at });
    expect(body.outputs).toEqual([
      {
        output_id: expect.stringMatching(/^out_[A-Za-z0-9]+$/),
        rank: 1,
        is_primary: true,
        image_url: expect.stringMatching(/^http.*X-Amz-Signature=[0-9a-f]{64}/),
        expires_at: expect.any(String),
        mask_url: null,
        cached: false,
        created_at: job.outputs[0]?.created_at,
      },
    ]);
    const lifetime = Date.parse(body.outputs[0].expires_at) - before;
    const { searchParams } = new URL(body.outputs[0].image_url);
    const [, day = "", time = ""] = /^(\d{8})T(\d{6})Z$/.exec(searchParams.get("X-Amz-Date") ?? "") ?? [];
    const signed = `${day.replace(/(....)(..)(..)/, "$1-$2-$3")}T${time.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`;
    expect(Date.parse(body.outputs[0].expires_at)).toBe(Date.parse(signed) + 900_000);
    expect(lifetime).toBeGreaterThan(14 * 60_000);
    expect(lifetime).toBeLessThan(16 * 60_000);
    expect(Number(new URL(body.outputs[0].image_url).searchParams.get("X-Amz-Expires"))).toBe(900);
  });

  // @contract service.12 generation.outputs limits.7
  test.each([
    [true, [1, 2]],
    [false, [1]],
  ])(
    "with include_alternates %s exposes the outputs of rank %j of three, primary first",
    async (include_alternates, ranks) => {
      const { job } = await succeededJob(partner.organizationId, {
        include_alternates,
        outputs: [3, 2, 1].map((rank) => newOutput(rank)),
      });
      const { body } = await partner.send("getGeneration", { id: job.job_id });
      expect(body.outputs.map(({ rank }: { rank: number }) => rank)).toEqual(ranks);
      expect(JSON.stringify(body)).not.toContain("object_key");
    },
  );
});

// @contract service.9 generation.failure generation.completed_at generation-states.1 generation-states.5
// @contract events.4
test("a failed job shows why", async () => {
  const failure = { code: "no_approved_output", message: "No picture passed approval.", retryable: true };
  const { job } = await succeededJob(partner.organizationId, { status: "failed", failure, outputs: [] });
  const { body } = await partner.send("getGeneration", { id: job.job_id });
  expect(body).toMatchObject({ status: "failed", failure, outputs: [] });
});

test("a body sent with a read is ignored", async () => {
  const { job } = await succeededJob(partner.organizationId);
  for (const operation of ["getGeneration", "getUsageSummary"] as const) {
    const reply = await partner.send(operation, {
      id: job.job_id,
      body: "{",
      headers: { "Content-Type": "x/y" },
    });
    expect(reply.status).toBe(200);
  }
});

// @contract added.17
describe("a query parameter that is unknown, or sent twice, is refused by name", () => {
  test.each(operations)("$operationId", async (operation) => {
    const [known = "limit"] = "query" in operation ? Object.keys(operation.query.entries) : [];
    const unknown = ["created_form", "constructor", "toString", "__proto__"];
    const queries: [Record<string, string | string[]>, string][] = [
      ...unknown.map((name): [Record<string, string>, string] => [
        Object.fromEntries([[name, "2026-11-01"]]),
        `${name} is not a query parameter of this request.`,
      ]),
      [{ [known]: ["1", "1"] }, `${known} must be sent once.`],
    ];
    for (const [query, message] of queries)
      expect(await partner.send(operation.operationId, { id: "unknown", query })).toMatchObject({
        status: 422,
        body: { error: { code: "validation_error", message } },
      });
  });
});

// @contract get-source-asset.3
test("reads need no Idempotency-Key", async () => {
  const reply = await partner.send("getUsageSummary", { headers: { "Idempotency-Key": undefined } });
  expect(reply.status).toBe(200);
});
