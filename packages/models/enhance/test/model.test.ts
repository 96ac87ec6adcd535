import { generateRoom } from "@image-staging/generated/rooms";
import { invoke } from "@image-staging/inference-contract/serving/invocation";
import { maskedCandidate, requestFor, storeOf } from "@image-staging/inference-contract/test/request";
import sharp from "sharp";
import { expect, test } from "vitest";
import { enhance } from "../src/model.ts";

const size = { width: 300, height: 200 };
const proCapture = { workflow: "pro_capture", mode: null, room_types: [], style_preset: null };
const photo = await sharp(generateRoom(3, size).picture.data, { raw: { ...size, channels: 3 } })
  .jpeg({ quality: 95 })
  .toBuffer();

const ask = async (source: Buffer, changes: object) => {
  const store = storeOf({ data: source });
  const candidates = ["c1", "c2"].map(maskedCandidate);
  const answer = await invoke(enhance, requestFor(size, { candidates, ...changes }), store.fetch);
  return { answer, stored: store.stored };
};

test("pro_capture is an enhanced picture of the same size, without a mask, and others that differ from it", async () => {
  const { answer, stored } = await ask(photo, proCapture);
  expect(answer).toMatchObject({ model_version: "enhance-1" });
  expect(answer.candidates).toEqual([
    { candidate_id: "c1", ...size, score: 1, safe: true },
    { candidate_id: "c2", ...size, score: 1 / 1.1, safe: true },
  ]);
  expect(await sharp(stored.get("c1")).metadata()).toMatchObject({ format: "jpeg", ...size });
  expect(stored.get("c2")?.equals(stored.get("c1") ?? Buffer.alloc(0))).toBe(false);
});

test("pro_capture declines a picture that has good light", async () => {
  const grey = { create: { ...size, channels: 3 as const, background: "#d6d6d6" } };
  const { answer, stored } = await ask(await sharp(grey).jpeg().toBuffer(), proCapture);
  expect(answer.declined).toMatchObject({ reason: "nothing_to_improve" });
  expect(stored.size).toBe(0);
});

test.each([
  ["almost black", 0.3],
  ["burnt out", 0.8],
])("pro_capture declines a photo that is %s", async (words, part) => {
  const dark = sharp({ create: { ...size, channels: 3, background: "#060606" } });
  const pane = { width: Math.round(part * size.width), height: size.height, channels: 3 as const };
  const input = await sharp({ create: { ...pane, background: "#ffffff" } })
    .png()
    .toBuffer();
  const { answer } = await ask(
    await dark
      .composite([{ input, left: 0, top: 0 }])
      .jpeg()
      .toBuffer(),
    proCapture,
  );
  expect(answer.declined).toMatchObject({ reason: "badly_exposed", message: expect.stringContaining(words) });
});

test("a room to stage is work for another model", async () => {
  const { answer } = await ask(photo, {});
  expect(answer).toMatchObject({ candidates: [], declined: { reason: "other_model" } });
});
