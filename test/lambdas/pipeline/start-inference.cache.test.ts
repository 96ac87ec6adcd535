import { HeadObjectCommand, NotFound, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { pageOf } from "../../../lambdas/domain/generation/disclosure.ts";
import { configFingerprint } from "../../../lambdas/domain/generation/fingerprint.ts";
import { configurationOf, type StoredOutput } from "../../../lambdas/domain/generation/generation.ts";
import { handler as approve } from "../../../lambdas/pipeline/approve-candidates.ts";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { findApproved, rememberApproved } from "../../../lambdas/storage/generation/approved-cache.ts";
import { setDisclosureRevoked } from "../../../lambdas/storage/generation/disclosures.ts";
import { findAsset } from "../../../lambdas/storage/source-asset/ingests.ts";
import { acceptJob, outputOf, stored } from "../../support/accepted-job.ts";
import { startApi } from "../../support/api.ts";
import { newPageId, publish } from "../../support/disclosures.ts";
import type { Partner } from "../../support/partner.ts";

const api = await startApi();
let partner: Partner;
beforeEach(async () => {
  partner = await api.newPartner();
  process.env.MODEL_VERSION = "model-1";
});
afterAll(() => api.stop());

const context = { awsRequestId: "task" } as Context;

describe("the approved cache", () => {
  test("keeps what a job was given by the model, and not again what it was given by the cache", async () => {
    const source_asset_id = await partner.addAsset();
    const first = await acceptJob(partner, { source_asset_id });
    await api.startInference(first);
    const { config_fingerprint } = await stored(first);
    const kept = async () => findApproved(await stored(first), config_fingerprint ?? "", "model-1");
    await finish({ ...first, outputs: [{ ...outputOf("cached"), cached: true }] }, context);
    expect(await kept()).toBeNull();
    const second = await acceptJob(partner, { source_asset_id });
    expect(await api.startInference(second)).toBeNull();
    await finish({ ...second, outputs: [outputOf("made")] }, context);
    expect(await kept()).toMatchObject([{ output_id: "out_made" }]);
    const { body } = await partner.send("regenerateGeneration", { id: second.job_id, body: {} });
    expect(await api.startInference({ ...second, job_id: body.job_id })).toBeNull();
  });

  test("is missed by another version of the model and hit by the one that it was filled by", async () => {
    const source_asset_id = await partner.addAsset();
    const first = await acceptJob(partner, { source_asset_id });
    expect(await api.startInference(first)).toBeNull();
    const { content_hash = "" } = (await findAsset(partner.organizationId, source_asset_id)) ?? {};
    const job = await stored(first);
    const fingerprint = configFingerprint(partner.organizationId, content_hash, configurationOf(job), job);
    expect(job.config_fingerprint).toBe(fingerprint);
    await rememberApproved(job, fingerprint, "model-1", [outputOf("kept")]);

    process.env.MODEL_VERSION = "model-2";
    const second = await acceptJob(partner, { source_asset_id });
    expect(await api.startInference(second)).toBeNull();
    process.env.MODEL_VERSION = "model-1";
    const third = await acceptJob(partner, { source_asset_id });
    const outputs = await api.startInference(third);
    expect(outputs).toMatchObject([{ object_key: "outputs/kept.jpg", cached: true }]);
    const approved = { ...third, outputs };
    expect(await approve(approved, context)).toEqual(approved);
    expect((await stored(third)).status).toBe("running");
  });

  test("gives out no picture from before the stage signed, and gives out signed ones", async () => {
    const source_asset_id = await partner.addAsset();
    const first = await acceptJob(partner, { source_asset_id });
    await api.startInference(first);
    const job = await stored(first);
    const remember = (outputs: StoredOutput[]) =>
      rememberApproved(job, job.config_fingerprint ?? "", "model-1", outputs);
    const again = async () => api.startInference(await acceptJob(partner, { source_asset_id }));
    await remember([outputOf("kept")]);
    expect(await again()).toMatchObject([{ cached: true }]);
    vi.stubEnv("OUTPUTS_ARE_SIGNED", "true");
    expect(await again()).toBeNull();
    await remember([{ ...outputOf("kept"), signed: true }]);
    expect(await again()).toMatchObject([{ cached: true, signed: true }]);
    vi.unstubAllEnvs();
  });

  test("gives out no picture if an operator has removed one of the job, or revoked its page", async () => {
    const source_asset_id = await partner.addAsset();
    const accept = () => acceptJob(partner, { source_asset_id, include_alternates: true });
    const first = await accept();
    await api.startInference(first);
    const job = await stored(first);
    const alternate = { ...outputOf("alternate"), rank: 2, is_primary: false, disclosure_id: newPageId() };
    const pictures = { original_key: "previews/a.jpg", altered_key: "previews/b.jpg" };
    const page = pageOf(job, alternate, pictures);
    if (page) await publish(page);
    const approved = [outputOf("kept"), alternate];
    await rememberApproved(job, job.config_fingerprint ?? "", "model-1", approved);
    const again = async () => (await api.startInference(await accept()))?.length;

    expect(await again()).toBe(2);
    await setDisclosureRevoked(alternate.disclosure_id, new Date());
    expect(await again()).toBeUndefined();
    await setDisclosureRevoked(alternate.disclosure_id, null);
    expect(await again()).toBe(2);
    const bucket = mockClient(S3Client).on(HeadObjectCommand).resolves({});
    bucket.on(PutObjectCommand).resolves({});
    const gone = new NotFound({ message: "", $metadata: {} });
    bucket.on(HeadObjectCommand, { Key: alternate.object_key }).rejects(gone);
    expect(await again()).toBeUndefined();
    bucket.restore();
  });

  test("keeps nothing of a job that had failed before its pictures came", async () => {
    const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
    await api.startInference(reference);
    await finish({ ...reference, error: { Error: "job_overdue" } }, context);
    await finish({ ...reference, outputs: [outputOf("late")] }, context);
    const job = await stored(reference);
    expect(job.status).toBe("failed");
    expect(await findApproved(job, job.config_fingerprint ?? "", "model-1")).toBeNull();
  });
});
