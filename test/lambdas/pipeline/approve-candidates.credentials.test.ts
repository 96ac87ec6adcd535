import type { Context } from "aws-lambda";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StoredOutput } from "../../../lambdas/domain/generation/generation.ts";
import { handler as approve } from "../../../lambdas/pipeline/approve-candidates.ts";
import { handler as ingest } from "../../../lambdas/pipeline/ingest-source.ts";
import { findGeneration } from "../../../lambdas/storage/generation/generations.ts";
import { objectKeys } from "../../../lambdas/storage/object-keys.ts";
import { startApi } from "../../support/api.ts";
import { canSign, newSigningSettings, validate } from "../../support/credentials.ts";
import { Form } from "../../support/form.ts";
import { drawRoom } from "../../support/pictures.ts";

const context = { awsRequestId: "task" } as Context;

describe.runIf(canSign)("an output of a stage that signs", async () => {
  const room = await drawRoom({ width: 400, height: 300 }).jpeg().toBuffer();
  const { settings } = await newSigningSettings();
  const api = await startApi();
  const partner = await api.newPartner();
  beforeEach(() => {
    vi.stubEnv("CREDENTIALS_CERTIFICATES", settings.certificates);
    vi.stubEnv("CREDENTIALS_KEY", settings.key);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    return api.stop();
  });

  /** What approval stores for an enhancement of a picture that came with its job. */
  async function outputOf(original: Buffer, answer: object = {}) {
    const form = new Form([
      ["workflow", "pro_capture"],
      ["capture_type", "photo"],
      ["disclosure", "label_and_page"],
      ["file", original],
    ]);
    const { job_id } = await partner.sendOk("createGeneration", { body: form });
    const reference = { organization_id: partner.organizationId, job_id };
    const job = await findGeneration(partner.organizationId, job_id);
    await ingest({ organization_id: partner.organizationId, ingest_id: job?.ingest_id ?? "" }, context);
    await api.startInference(reference);
    const attempt = { ...reference, attempt: "1" };
    const enhanced = await sharp(original).linear(1.12, 4).jpeg().toBuffer();
    api.stored.set(`/pictures/${objectKeys.candidate(attempt, "c1")}`, enhanced);
    const candidates = [{ candidate_id: "c1", score: 0.9, safe: true }];
    const { outputs } = (await approve({ ...attempt, ...answer, candidates } as never, context)) as {
      outputs: StoredOutput[];
    };
    const [output] = outputs;
    return { output, picture: api.stored.get(`/pictures/${output?.object_key}`) ?? Buffer.alloc(0) };
  }

  test.each([
    ["its answer", "answered-2.7", "answered-2.7"],
    ["the stage, if its answer gives none", undefined, "model-1"],
  ])("names its page, and its model by the version of %s", async (_, model_version, named) => {
    const { output, picture } = await outputOf(room, { model_version });
    expect(output).toMatchObject({ signed: true });
    expect(await validate(picture)).toMatchObject({ isValid: true, manifests: 1 });
    const page = `https://api.example.com/d/${output?.disclosure_id}`;
    for (const said of [named, page]) expect(picture.includes(said), said).toBe(true);
  });

  test("continues the credentials that its original came with", async () => {
    const { picture: signed } = await outputOf(room);
    const { picture } = await outputOf(signed);
    expect(await validate(picture)).toMatchObject({ isValid: true, manifests: 2 });
  });
});
