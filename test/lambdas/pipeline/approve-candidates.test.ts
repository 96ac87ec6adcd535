import type { Context } from "aws-lambda";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StoredOutput } from "../../../lambdas/domain/generation/generation.ts";
import { handler as approve } from "../../../lambdas/pipeline/approve-candidates.ts";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { findDisclosure, setDisclosureRevoked } from "../../../lambdas/storage/generation/disclosures.ts";
import { objectKeys } from "../../../lambdas/storage/object-keys.ts";
import { startApi } from "../../support/api.ts";
import type { Partner } from "../../support/partner.ts";
import { drawFloorplan, drawPanorama, drawRoom } from "../../support/pictures.ts";
import { readQrCodes } from "../../support/qr-codes.ts";
import { refurnish } from "../../support/requests.ts";

const api = await startApi();
const context = { awsRequestId: "task" } as Context;
const size = { width: 1200, height: 800 };
const [room, plan] = [
  await drawRoom(size).jpeg().toBuffer(),
  await drawFloorplan(size).jpeg({ quality: 95 }).toBuffer(),
];
/** A picture with a box in it. */
const withBox = (source: Buffer, colour: string): Promise<Buffer> =>
  sharp(source)
    .composite([
      {
        input: { create: { width: 400, height: 240, channels: 3, background: colour } },
        left: 240,
        top: 480,
      },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();
const furnishedPlan = {
  source: plan,
  candidates: [await withBox(plan, "#e0a0a0"), await withBox(plan, "#a0e0a0")],
  size,
};
const furnishedRoom = { source: room, candidates: [await withBox(room, "#822")], size };
const ofPlan = { capture_type: "floorplan", mode: undefined, room_types: undefined, style_preset: "modern" };
const ofPhoto = {
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room"],
  style_preset: undefined,
};
const furnish = (asset: string, fields: object) => refurnish(asset, { ...ofPlan, ...fields });

let partner: Partner;
beforeEach(async () => {
  partner = await api.newPartner();
});
afterAll(() => {
  vi.useRealTimers();
  return api.stop();
});

/** A running job for which the model has stored good candidates, and what its approval is given. */
async function answeredJob(fields: object, { source, candidates, size } = furnishedPlan) {
  const asset = await partner.addAsset(size);
  const { job_id } = await partner.sendOk("createGeneration", { body: furnish(asset, fields) });
  const reference = { organization_id: partner.organizationId, job_id };
  await api.startInference(reference);
  const attempt = { ...reference, attempt: "1" };
  const put = (key: string, picture: Buffer) => api.stored.set(`/pictures/${key}`, picture);
  put(objectKeys.source(partner.organizationId, asset), source);
  for (const [index, picture] of candidates.entries())
    put(objectKeys.candidate(attempt, `c${index + 1}`), picture);
  const answered = { contract_version: "1.0", model_version: "m", answered_at: "2026-11-22T09:00:00.000Z" };
  const scored = candidates.map((_, index) => ({
    candidate_id: `c${index + 1}`,
    score: 0.9 - index / 10,
    safe: true,
  }));
  return { reference, asset, input: { ...attempt, ...answered, candidates: scored } };
}

const approved = async (input: object) =>
  ((await approve(input as never, context)) as { outputs: StoredOutput[] }).outputs;
const pictureOf = ({ object_key }: StoredOutput) => api.stored.get(`/pictures/${object_key}`);
const storedOutputs = ({ job_id }: { job_id: string }) =>
  [...api.stored.keys()].filter((path) => path.includes("/outputs/") && path.includes(job_id));

describe("an approval that is repeated", () => {
  test.each(["none", "label", "label_and_page"])(
    "leaves the same bytes and outputs: %s",
    async (disclosure) => {
      const { reference, input } = await answeredJob({ disclosure, include_alternates: true });
      const first = await approved(input);
      const pictures = first.map(pictureOf);
      expect(first).toHaveLength(2);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
      const again = await approved(input);
      vi.useRealTimers();
      expect(first.map(({ is_primary }) => is_primary)).toEqual([true, false]);
      expect(first.some((output) => "signed" in output)).toBe(false);
      expect(again).toEqual(first);
      expect(again.map(pictureOf)).toEqual(pictures);
      expect(storedOutputs(reference)).toHaveLength(2);
    },
  );

  test("draws the code of the page that the job has in the end, whichever of the two stored the picture", async () => {
    const { reference, input } = await answeredJob({ disclosure: "label_and_page" });
    const [late] = await approved(input);
    const latePicture = late && pictureOf(late);
    const outputs = await approved(input);
    await finish({ ...reference, outputs }, context);
    const { disclosure_url } = await partner.sendOk("getGeneration", { id: reference.job_id });
    expect(await readQrCodes(latePicture ?? Buffer.alloc(0))).toEqual([disclosure_url]);
  });
});

const photo = [ofPhoto, furnishedRoom] as const;
const floorPlan = [ofPlan, furnishedPlan] as const;

test.each([
  [
    "of a trained model says that it was made with one",
    "trained",
    photo,
    false,
    "compositeWithTrainedAlgorithmicMedia",
  ],
  ["of computer graphics says that it is a composite", "graphics", photo, false, "composite"],
  ["of a sandbox is computer graphics, whatever the stage's model is", "trained", photo, true, "composite"],
  [
    "of a floor plan is computer graphics, whatever the stage's model is",
    "trained",
    floorPlan,
    false,
    "composite",
  ],
] as const)("a picture %s", async (_, technique, [fields, pictures], sandbox, sourceType) => {
  vi.stubEnv("MODEL_TECHNIQUE", technique);
  if (sandbox) partner = await api.newPartner({ sandbox });
  const { input } = await answeredJob(fields, pictures);
  const [output] = await approved(input);
  vi.unstubAllEnvs();
  const picture = Buffer.from((output && pictureOf(output)) ?? "").toString("latin1");
  expect(picture).toMatch(new RegExp(`newscodes/digitalsourcetype/${sourceType}\\b`));
});

test("a panorama says that it is one, and a photo does not", async () => {
  const panorama = drawPanorama({ width: 1024 });
  const bare = await panorama.jpeg().toBuffer();
  const furnished = await sharp(bare)
    .composite([
      { input: { create: { width: 200, height: 90, channels: 3, background: "#822" } }, left: 300, top: 370 },
    ])
    .jpeg()
    .toBuffer();
  const sphere = { source: bare, candidates: [furnished], size: { width: 1024, height: 512 } };
  const jobs = [
    await answeredJob({ capture_type: "panorama360" }, sphere),
    await answeredJob(ofPhoto, furnishedRoom),
  ];
  const says: boolean[] = [];
  for (const { input } of jobs) {
    const [output] = await approved(input);
    says.push((output && pictureOf(output)?.includes('GPano:FullPanoWidthPixels="1024"')) ?? false);
  }
  expect(says).toEqual([true, false]);
});

test("a picture is labelled only if its job wants it", async () => {
  const pictures = new Set<string | undefined>();
  for (const disclosure of ["none", "label"]) {
    const [output] = await approved((await answeredJob({ disclosure })).input);
    pictures.add(output && pictureOf(output)?.toString("base64"));
  }
  expect(pictures.size).toBe(2);
});

test("an approval whose source is gone says of which asset", async () => {
  const { asset, input } = await answeredJob({});
  api.stored.delete(`/pictures/${objectKeys.source(partner.organizationId, asset)}`);
  await expect(approve(input as never, context)).rejects.toThrow(asset);
});

describe("the page of an output", () => {
  const idOf = ([output]: StoredOutput[]): string => output?.disclosure_id ?? "";
  const previews = () =>
    [...api.stored.keys()].filter(
      (path) => /\/previews\//.test(path) && path.includes(partner.organizationId),
    );

  test.each(["none", "label"])("is prepared for no other disclosure: %s", async (disclosure) => {
    const { input } = await answeredJob({ disclosure });
    const [output] = await approved(input);
    expect(previews()).toEqual([]);
    expect(await readQrCodes((output && pictureOf(output)) ?? Buffer.alloc(0))).toEqual([]);
  });

  test("is published by the success of its job, not before", async () => {
    const { reference, input } = await answeredJob({ disclosure: "label_and_page" });
    const outputs = await approved(input);
    expect(await findDisclosure(idOf(outputs))).toBeNull();
    expect(previews()).toHaveLength(2);
    await finish({ ...reference, outputs }, context);
    expect(await findDisclosure(idOf(outputs))).toEqual({
      disclosure_id: idOf(outputs),
      ...reference,
      workflow: "staging",
      capture_type: "floorplan",
      mode: "floorplan",
      original_key: objectKeys.preview(partner.organizationId, outputs[0]?.output_id ?? "", "original"),
      altered_key: objectKeys.preview(partner.organizationId, outputs[0]?.output_id ?? "", "altered"),
      altered_at: "2026-11-22T09:00:00.000Z",
      revoked_at: null,
      sandbox: false,
    });
  });

  test.each(["failed", "cancelled"])("is never published of a job that has %s", async (how) => {
    const { reference, input } = await answeredJob({ disclosure: "label_and_page" });
    const outputs = await approved(input);
    if (how === "cancelled") await partner.sendOk("cancelGeneration", { id: reference.job_id, body: {} });
    else await finish({ ...reference, error: { Error: "internal_error" } }, context);
    await finish({ ...reference, outputs }, context);
    expect(await findDisclosure(idOf(outputs))).toBeNull();
  });

  test("stays revoked, however often the end of its job is repeated", async () => {
    const { reference, input } = await answeredJob({ disclosure: "label_and_page" });
    const outputs = await approved(input);
    await finish({ ...reference, outputs }, context);
    await setDisclosureRevoked(idOf(outputs), new Date("2026-11-22T10:00:00.000Z"));
    await approved(input).catch(() => {});
    await finish({ ...reference, outputs }, context);
    expect((await findDisclosure(idOf(outputs)))?.revoked_at).toBe("2026-11-22T10:00:00.000Z");
  });
});

describe("an alternate", () => {
  test("that nobody asked for is neither stored nor published", async () => {
    const { reference, input } = await answeredJob({ disclosure: "label_and_page" });
    const outputs = await approved(input);
    expect(outputs.map(({ rank }) => rank)).toEqual([1]);
    expect(storedOutputs(reference)).toHaveLength(1);
  });

  test("is made for the job that asks for it, though the same configuration was approved without one", async () => {
    const { reference, asset, input } = await answeredJob({});
    await finish({ ...reference, outputs: await approved(input) }, context);
    const startAnother = async (fields: object) => {
      const { job_id } = await partner.sendOk("createGeneration", { body: furnish(asset, fields) });
      return api.startInference({ organization_id: partner.organizationId, job_id });
    };
    expect(await startAnother({}), "without an alternate").toHaveLength(1);
    expect(await startAnother({ include_alternates: true }), "with an alternate").toBeNull();
  });

  test("of an earlier job is not given to one that does not ask for it", async () => {
    const { reference, asset, input } = await answeredJob({ include_alternates: true });
    await finish({ ...reference, outputs: await approved(input) }, context);
    for (const [include_alternates, count] of [
      [false, 1],
      [true, 2],
    ] as const) {
      const { job_id } = await partner.sendOk("createGeneration", {
        body: furnish(asset, { include_alternates }),
      });
      const outputs = await api.startInference({ organization_id: partner.organizationId, job_id });
      expect(outputs).toHaveLength(count);
    }
  });
});
