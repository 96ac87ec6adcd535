import { generateRoom } from "@image-staging/generated/rooms";
import { invoke, type Listener } from "@image-staging/inference-contract/serving/invocation";
import { maskedCandidate, requestFor, storeOf } from "@image-staging/inference-contract/test/request";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { rendered } from "../src/model.ts";

/** What takes seconds: `npm run test:long -- pictures` runs it. */
const isFullRun = process.env.FULL_RUN !== undefined;
const inFullRuns = test.runIf(isFullRun);

type Store = ReturnType<typeof storeOf>;
const size = isFullRun ? { width: 300, height: 200 } : { width: 240, height: 160 };

const photoOf = (seed: number) =>
  sharp(generateRoom(seed, size).picture.data, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
const photo = await photoOf(3);

const ask = (store: Store, changes: object = {}, listen?: Listener) =>
  invoke(
    rendered,
    requestFor(size, { contract_version: "1.1", candidates: [maskedCandidate("c1")], ...changes }),
    store.fetch,
    listen,
  );

const samples = (picture: Buffer | undefined) => sharp(picture).raw().toBuffer();

describe("a photo of an empty room", () => {
  const store = storeOf({ data: photo });
  let answer: Awaited<ReturnType<typeof ask>> | undefined;
  const heard: [stage: string, done: number][] = [];
  beforeAll(async () => {
    answer = await ask(store, {}, (_request, ...progress) => heard.push(progress));
  }, 120_000);

  test("is furnished: a candidate of its size, with the mask of what was edited", async () => {
    expect(answer).toMatchObject({
      model_version: rendered.version,
      candidates: [{ candidate_id: "c1", ...size, safe: true, mask: true }],
    });
    expect(await sharp(store.stored.get("c1")).metadata()).toMatchObject({ format: "jpeg", ...size });
    expect(await sharp(store.stored.get("c1-mask")).metadata()).toMatchObject({
      ...{ format: "png", channels: 1, ...size },
    });
  });

  test("is reported on while it is made, stage by stage, until all of it is done", () => {
    const stages = [...new Set(heard.map(([stage]) => stage))];
    expect(stages).toEqual(["analysis", "layout", "render", "composite"]);
    const parts = heard.map(([, done]) => done);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect([parts[0], parts.at(-1)]).toEqual([0, 1]);
  });

  test("keeps what the mask leaves out", async () => {
    const [original, made] = [await samples(photo), await samples(store.stored.get("c1"))];
    const mask = await sharp(store.stored.get("c1-mask")).toColourspace("b-w").raw().toBuffer();
    let [inside, outside, largest] = [0, 0, 0];
    mask.forEach((part, i) => {
      if (part > 0) inside++;
      else {
        outside++;
        largest = Math.max(largest, Math.abs((original[i * 3 + 1] ?? 0) - (made[i * 3 + 1] ?? 0)));
      }
    });
    expect(inside / mask.length).toBeGreaterThan(0.03);
    expect(outside / mask.length).toBeGreaterThan(0.2);
    // What is left is the JPEG encoding.
    expect(largest).toBeLessThan(40);
  });
});

inFullRuns(
  "a photo of an empty room is renovated: the mask covers floor and walls, not all of the picture",
  async () => {
    const store = storeOf({ data: await photoOf(109) });
    const answer = await ask(store, { mode: "renovate", seed: 2 });
    expect(answer.declined).toBeUndefined();
    expect(answer.candidates).toMatchObject([{ candidate_id: "c1", mask: true, ...size }]);
    const mask = await sharp(store.stored.get("c1-mask")).toColourspace("b-w").raw().toBuffer();
    const edited = mask.reduce((sum, part) => sum + part, 0) / 255 / mask.length;
    expect(edited).toBeGreaterThan(0.4);
    expect(edited).toBeLessThan(0.9);
  },
  120_000,
);

test("an empty room has nothing to clean, which is said in words for the caller, with nothing stored", async () => {
  const store = storeOf({ data: photo });
  const answer = await ask(store, { mode: "clean", room_types: [], style_preset: null });
  expect(answer.candidates).toEqual([]);
  expect(answer.declined).toMatchObject({
    reason: "cannot_be_emptied",
    message: expect.stringMatching(/^[A-Z].*\.$/),
  });
  expect(store.stored.size).toBe(0);
});

test.each([
  ["a floor plan", { capture_type: "floorplan", mode: "floorplan", room_types: [] }],
  ["pro_capture", { workflow: "pro_capture", mode: null, room_types: [], style_preset: null }],
])("%s is work for another model", async (_, changes) => {
  const store = storeOf({ data: photo });
  const answer = await ask(store, changes);
  expect(answer).toMatchObject({ candidates: [], declined: { reason: "other_model" } });
  expect(store.stored.size).toBe(0);
});
