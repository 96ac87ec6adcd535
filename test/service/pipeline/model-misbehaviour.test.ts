import { afterAll, describe, expect, test } from "vitest";
import { attemptSeconds } from "../../../lambdas/domain/generation/inference.ts";
import { findUsage } from "../../../lambdas/storage/billing/usage.ts";
import { readObject } from "../../../lambdas/storage/objects.ts";
import { Form, type Parts } from "../../support/form.ts";
import { sampleOf } from "../../support/full-run.ts";
import type { Partner } from "../../support/partner.ts";
import { drawRoom } from "../../support/pictures.ts";
import { until } from "../../support/until.ts";
import type { Behaviour } from "./faulty-model.ts";
import { startPipelineService } from "./pipeline-service.ts";
import { endOfJob } from "./progress.ts";
import { type AwsCall, signAgain } from "./proxy.ts";

const room = await drawRoom({ width: 256, height: 256 }).jpeg().toBuffer();
const service = await startPipelineService();
/** The calls of InvokeEndpointAsync, and the organizations with a model that must answer within a second. */
const asked: AwsCall[] = [];
const hurried = new Set<string>();

service.intercept({
  before: async (call) => {
    if (!call.what.endsWith("/async-invocations")) return;
    asked.push(call);
    const [, organizationId = ""] = String(call.headers["x-amzn-sagemaker-inputlocation"]).split(
      "/inference/",
    );
    if (!hurried.has(organizationId.split("/")[0] ?? "")) return;
    call.headers["x-amzn-sagemaker-invocationtimeoutseconds"] = "1";
    await signAgain(call);
  },
});
afterAll(() => service.stop());

const photo: Parts = [
  ["workflow", "pro_capture"],
  ["capture_type", "photo"],
];

/** Runs a job of a new organization for which the model behaves like this, and waits for its end and its webhook. */
async function runJob(behaviours: Behaviour[], more: Parts = []) {
  const partner = await service.newPartner();
  service.model.behave(partner.organizationId, ...behaviours);
  if (behaviours.some((behaviour) => "kind" in behaviour && behaviour.kind === "timeout"))
    hurried.add(partner.organizationId);
  const body = new Form([["file", room], ...photo, ...more]);
  const { job_id } = await partner.sendOk("createGeneration", { body });
  const stored = await endOfJob(partner, job_id);
  await until(async () => service.webhooksOf(job_id).length > 0);
  return {
    partner,
    jobId: job_id as string,
    stored,
    job: await partner.sendOk("getGeneration", { id: job_id }),
  };
}

const slotsOf = async ({ organizationId }: Partner) =>
  (await findUsage(organizationId, { start: new Date(), end: new Date() })).jobsInFlight;

const candidate = { candidate_id: "c1", width: 256, height: 256, score: 0.9, safe: true };
const answering = (changes: object) => ({
  answer: { contract_version: "1.0", model_version: "m", candidates: [candidate], ...changes },
});

/** The code with which a job fails, and how often its model was asked. */
type Expected = { code: string; asked: number; retryable?: boolean };
const triedAgain: Expected = { code: "inference_failed", asked: 3 };
const refused: Expected = { code: "inference_failed", asked: 1 };
const late: Expected = { code: "inference_timeout", asked: 1 };
const declined: Expected = { code: "no_approved_output", asked: 1, retryable: false };
const unapproved: Expected = { code: "no_approved_output", asked: 3 };

const misbehaviours: [name: string, behaviour: Behaviour, expected: Expected][] = [
  ["that answers 500", { kind: "http_500" }, triedAgain],
  ["that dies half-way", { kind: "dies_half_way" }, triedAgain],
  ["that answers malformed JSON", { kind: "malformed_json" }, triedAgain],
  ["that answers nothing", { answer: "" }, triedAgain],
  ["that answers a megabyte of JSON", { answer: { a: "a".repeat(1024 * 1024) } }, triedAgain],
  ["of another major version", answering({ contract_version: "2.0" }), triedAgain],
  [
    "that lists a candidate it was not asked for",
    answering({ candidates: [{ ...candidate, candidate_id: "c9" }] }),
    triedAgain,
  ],
  ["that lists a candidate twice", answering({ candidates: [candidate, candidate] }), triedAgain],
  ["with a score that is no number", answering({ candidates: [{ ...candidate, score: null }] }), triedAgain],
  ["with a score above 1", answering({ candidates: [{ ...candidate, score: 1.01 }] }), triedAgain],
  ["that refuses the picture", { answer: { error: "no picture" }, status: 422 }, refused],
  [
    "that declines",
    answering({ candidates: [], declined: { reason: "no_free_floor", message: "The floor is full." } }),
    declined,
  ],
  [
    "that declines without words for the caller",
    answering({ candidates: [], declined: { reason: "no_free_floor", message: "two\nlines" } }),
    triedAgain,
  ],
  [
    "that says it stored an edit mask, and did not",
    answering({ candidates: [{ ...candidate, mask: true }] }),
    unapproved,
  ],
  ["that is busy", { answer: { error: "busy" }, status: 429 }, triedAgain],
  ["that takes too long", { kind: "timeout" }, late],
  ["that lists what it did not store", { kind: "missing_candidate" }, unapproved],
  ["that lists nothing", { kind: "left_out_candidate" }, unapproved],
  ["that makes blank pictures", { kind: "blank" }, unapproved],
  ["that makes pictures of another size", { kind: "wrong_size" }, unapproved],
  ["that returns copies of the source", { kind: "copy_of_source" }, unapproved],
  ["that stores no pictures but text", { kind: "not_an_image" }, unapproved],
  ["that makes pictures of something else", { kind: "structure_lost" }, unapproved],
  ["that scores its own pictures low", { kind: "low_score" }, unapproved],
  ["that finds its own pictures unsafe", { kind: "unsafe" }, unapproved],
];

describe("a model", () => {
  test.concurrent.each(sampleOf(misbehaviours, 5))(
    "%s fails the job, once, with nothing exposed",
    async (_, behaviour, expected) => {
      const { partner, jobId, stored, job } = await runJob([behaviour]);
      expect(job).toMatchObject({
        status: "failed",
        outputs: [],
        failure: { code: expected.code, retryable: expected.retryable ?? true },
      });
      expect(stored.outputs).toEqual([]);
      expect(service.model.timesAsked(partner.organizationId)).toBe(expected.asked);
      expect(await slotsOf(partner)).toBe(0);
      expect((await partner.sendOk("listBillingEvents")).items).toEqual([]);
      expect((await partner.sendOk("getUsageSummary")).jobs).toMatchObject({
        total: 1,
        failed: 1,
        outputs_returned: 0,
      });
      const webhooks = service.webhooksOf(jobId).map(({ body }) => JSON.parse(body));
      expect(webhooks).toMatchObject([
        { type: "generation.failed", data: { outputs: [], failure: job.failure } },
      ]);
    },
  );

  const forgiven: [string, Behaviour[], number][] = [
    ["is slow", [{ kind: "slow", delay_ms: 500 }], 1],
    ["fails once", [{ kind: "http_500" }, { answer: "" }, { kind: "slow", delay_ms: 0 }], 3],
    ["makes a blank picture at first", [{ kind: "blank" }, { kind: "slow", delay_ms: 0 }], 2],
    ["makes nothing at first", [{ kind: "left_out_candidate" }, { kind: "slow", delay_ms: 0 }], 2],
  ];
  test.concurrent.each(sampleOf(forgiven, 2))(
    "that %s does not fail the job",
    async (_, behaviours, times) => {
      const { partner, job, jobId } = await runJob(behaviours, [["include_alternates", "true"]]);
      expect(job).toMatchObject({ status: "succeeded", failure: null, outputs: [{ rank: 1 }, { rank: 2 }] });
      expect(service.model.timesAsked(partner.organizationId)).toBe(times);
      expect(await slotsOf(partner)).toBe(0);
      expect((await partner.sendOk("listBillingEvents")).items).toHaveLength(1);
      expect(service.webhooksOf(jobId)).toHaveLength(1);
    },
  );

  test("that spoils one of two candidates leaves the job without an alternate", async () => {
    const { job, partner } = await runJob(
      [{ kind: "blank", candidate: 0 }],
      [["include_alternates", "true"]],
    );
    expect(job).toMatchObject({ status: "succeeded", outputs: [{ rank: 1, is_primary: true }] });
    expect(job.outputs).toHaveLength(1);
    expect(service.model.timesAsked(partner.organizationId)).toBe(1);
  });

  test("is asked for as many pictures as the job can return, with another seed after each rejection", async () => {
    const { partner } = await runJob([{ kind: "blank" }]);
    const requests = service.model.requestsOf(partner.organizationId);
    expect(requests.map(({ candidates }) => candidates.length)).toEqual([1, 1, 1]);
    expect(new Set(requests.map(({ seed }) => seed)).size).toBe(3);
  });

  test("gets URLs that stay valid as long as its limits let it wait and work", async () => {
    const headers = asked[0]?.headers ?? {};
    expect(headers).toMatchObject({
      "x-amzn-sagemaker-requestttlseconds": String(attemptSeconds.waiting),
      "x-amzn-sagemaker-inference-id": expect.any(String),
    });
    const [, key = ""] = String(headers["x-amzn-sagemaker-inputlocation"]).split(/^s3:\/\/[^/]+\//);
    const { source, candidates } = JSON.parse(String(await readObject(key)));
    for (const { url } of [source, ...candidates])
      expect(new URL(url).searchParams.get("X-Amz-Expires")).toBe(String(attemptSeconds.both));
  });
});

describe("approval", () => {
  test("logs each candidate's measures and verdict and shows callers neither", async () => {
    const { partner, jobId, job, stored } = await runJob(
      [{ kind: "blank", candidate: 1 }],
      [["include_alternates", "true"]],
    );
    const judged = service.logged(jobId).filter(({ message }) => message === "A candidate is judged");
    expect(judged).toHaveLength(2);
    expect(judged).toContainEqual(
      expect.objectContaining({
        candidate_id: "c2",
        measures: expect.objectContaining({ decodes: true, spread: expect.any(Number) }),
        verdict: { approved: false, reason: "blank" },
      }),
    );
    expect(stored.rejections).toEqual([{ attempt: expect.any(String), candidate_id: "c2", reason: "blank" }]);
    const shown = JSON.stringify([job, service.webhooksOf(jobId), await partner.sendOk("listBillingEvents")]);
    expect(shown).not.toMatch(/blank|verdict|measures|score|candidate/);
  });

  test("gives no alternate if it was not asked for, and none if nothing else was approved", async () => {
    const unasked = await runJob([{ kind: "slow", delay_ms: 0 }]);
    expect(unasked.job.outputs).toMatchObject([{ rank: 1, is_primary: true }]);
    const one: Behaviour = { change: (answer) => ({ ...answer, candidates: answer.candidates.slice(1, 2) }) };
    const alone = await runJob([one], [["include_alternates", "true"]]);
    expect(alone.job.outputs).toMatchObject([{ rank: 1, is_primary: true }]);
  });
});
