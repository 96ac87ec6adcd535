import { generateRoom } from "@image-staging/generated/rooms";
import { invoke } from "@image-staging/inference-contract/serving/invocation";
import { lambdaHandler } from "@image-staging/inference-contract/serving/lambda";
import { maskedCandidate, requestFor } from "@image-staging/inference-contract/test/request";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { bedrock } from "../src/bedrock.ts";
import { erasing } from "../src/model.ts";
import { erases, isSlow, keeps, refuses, startProvider, throttles } from "./provider.ts";

const size = { width: 240, height: 160 };
const provider = await startProvider();
afterAll(() => provider.close());
beforeEach(() => {
  provider.asked = [];
});

const credentials = { accessKeyId: "AKIAEXAMPLE", secretAccessKey: "secret" };
const access = { region: "us-west-2", credentials, endpoint: provider.url };
const model = erasing(bedrock(access));
const photo = await sharp(generateRoom(3, size).picture.data, { raw: { ...size, channels: 3 } })
  .png()
  .toBuffer();
/** White from 60 to 120 across and 80 to 140 down. */
const mask = await sharp({ create: { ...size, channels: 3, background: "#000" } })
  .composite([
    { input: { create: { width: 60, height: 60, channels: 3, background: "#fff" } }, left: 60, top: 80 },
  ])
  .toColourspace("b-w")
  .png()
  .toBuffer();

/** A fetch by which the model reads photo and mask, and stores what it drew. */
function storeOf() {
  const stored = new Map<string, Buffer>();
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    const name = new URL(String(url)).pathname.slice(1);
    if (init?.method !== "PUT") return new Response(new Uint8Array(name === "mask" ? mask : photo));
    stored.set(name, Buffer.from(await new Response(init.body).arrayBuffer()));
    return new Response(null);
  };
  return { stored, fetch };
}

const masked = { mask: { url: "http://store.test/mask", content_type: "image/png" } };
const clean = { mode: "clean", room_types: [], style_preset: null, ...masked };
const requestOf = (changes: object) =>
  requestFor(size, { contract_version: "1.2", candidates: [maskedCandidate("c1")], ...changes });

async function answerOf(changes: object, by = model) {
  const store = storeOf();
  return { answer: await invoke(by, requestOf(changes), store.fetch), stored: store.stored };
}

const grey = (picture: Buffer | undefined) => sharp(picture).toColourspace("b-w").raw().toBuffer();

describe("clean", () => {
  test("is asked for once, with the picture and the mask, signed for the Region", async () => {
    provider.play = erases;
    await answerOf(clean);
    expect(provider.asked).toMatchObject([
      {
        path: "/model/us.stability.stable-image-erase-object-v1%3A0/invoke",
        authorization: expect.stringMatching(/Credential=AKIAEXAMPLE\/\d+\/us-west-2\/bedrock\//),
        ...{ seed: 7, grow_mask: 5, output_format: "png" },
      },
    ]);
    const [asked] = provider.asked;
    const [sent, marked] = [asked?.image, asked?.mask].map((text) => Buffer.from(text ?? "", "base64"));
    expect(await sharp(sent).metadata()).toMatchObject({ format: "jpeg", ...size });
    const pixels = await grey(marked);
    expect([
      pixels[110 * size.width + 90],
      pixels[110 * size.width + 57],
      pixels[110 * size.width + 50],
    ]).toEqual([255, 255, 0]);
  });

  test("is the eraser's inside of the grown mask, and the photo's outside", async () => {
    provider.play = erases;
    const { answer, stored } = await answerOf(clean);
    expect(answer).toMatchObject({ model_version: model.version, candidates: [{ mask: true, ...size }] });
    const edited = await grey(stored.get("c1-mask"));
    const [before, after] = [
      await sharp(photo).raw().toBuffer(),
      await sharp(stored.get("c1")).raw().toBuffer(),
    ];
    const at = 3 * (110 * size.width + 90);
    expect(after[at]).toBeGreaterThan(180);
    expect(after[at + 1]).toBeLessThan(45);
    let [most, pixels] = [0, 0];
    edited.forEach((own, i) => {
      const [x, y] = [i % size.width, Math.floor(i / size.width)];
      if (own) pixels++;
      // A JPEG's blocks mix what lies within eight pixels.
      if (x < 48 || x > 135 || y < 66 || y > 155)
        most = Math.max(most, Math.abs((before[3 * i + 1] ?? 0) - (after[3 * i + 1] ?? 0)));
    });
    expect(pixels).toBeGreaterThan(60 * 60);
    expect(pixels).toBeLessThan(68 * 68);
    expect(most).toBeLessThan(20);
  });

  test("without a mask is declined as the rendered model declines it", async () => {
    const { answer } = await answerOf({ ...clean, mask: undefined });
    expect(answer.declined).toMatchObject({ reason: "cannot_be_emptied" });
    expect(provider.asked).toEqual([]);
  }, 120_000);
});

test("refurnish stages what the eraser leaves, and its edit mask covers both", async () => {
  provider.play = keeps;
  const { answer, stored } = await answerOf(masked);
  expect(answer.candidates).toMatchObject([{ candidate_id: "c1", mask: true }]);
  const edited = await grey(stored.get("c1-mask"));
  expect(edited[110 * size.width + 90]).toBe(255);
  expect(edited.reduce((sum, own) => sum + (own > 0 ? 1 : 0), 0)).toBeGreaterThan(2 * 60 * 60);
  expect(provider.asked).toHaveLength(1);
}, 120_000);

test("a refusal that comes with 200 declines the job in words for the caller", async () => {
  provider.play = refuses;
  const { answer, stored } = await answerOf(clean);
  expect(answer).toMatchObject({ candidates: [], declined: { reason: "cannot_be_emptied" } });
  expect(answer.declined?.message).toMatch(/refuses this picture/);
  expect(stored.size).toBe(0);
});

test.each([
  ["has no capacity", throttles, 503, /the eraser is busy: 429/],
  ["must not be used", async () => [403, { message: "No access." }], 502, /failed: 403 .*No access/],
  ["fails with 200", async () => [200, { finish_reasons: ["Inference error"] }], 502, /Inference error/],
  ["answers no picture", async () => [200, { finish_reasons: [null], images: ["AAAA"] }], 502, /no picture/],
  ["answers no JSON of its own", async () => [200, {}], 502, /not understood/],
] as const)("an eraser that %s fails the invocation", async (_, play, status, message) => {
  provider.play = play as never;
  await expect(answerOf(clean)).rejects.toMatchObject({ status, message: expect.stringMatching(message) });
});

test("an eraser that never answers fails the invocation when its time is up", async () => {
  provider.play = isSlow;
  const impatient = erasing(bedrock({ ...access, limit: 100 }));
  await expect(answerOf(clean, impatient)).rejects.toMatchObject({
    ...{ status: 504, message: "the eraser did not answer within 100 ms" },
  });
});

test("as a function, a busy eraser has the name by which the state machine asks again", async () => {
  provider.play = throttles;
  const [store, realFetch] = [storeOf(), globalThis.fetch];
  vi.stubGlobal("fetch", (url: string | URL, init?: RequestInit) =>
    String(url).startsWith("http://store.test/") ? store.fetch(url, init) : realFetch(url, init),
  );
  const message = expect.stringMatching(/^Received error \(503\)/);
  await expect(lambdaHandler(model)({ request: requestOf(clean) })).rejects.toMatchObject({
    ...{ name: "busy", message },
  });
  vi.unstubAllGlobals();
});
