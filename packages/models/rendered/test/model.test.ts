import { type Fetch, invoke } from "@image-staging/inference-contract/serving/invocation";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { rendered } from "../src/model.ts";
import { generateRoom } from "../src/rooms/index.ts";

const size = { width: 480, height: 320 };
/** A room that the model furnishes: the first of a few. */
const seeds = [3, 4, 5, 6, 7, 8];

const photoOf = async (seed: number) =>
  sharp(generateRoom(seed, size).picture.data, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();

const target = (name: string, content_type: string) => ({ url: `http://store.test/${name}`, content_type });
const requestFor = (changes: object = {}) => ({
  contract_version: "1.1",
  inference_id: "01KABZ",
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room"],
  style_preset: "modern",
  seed: 7,
  source: { ...size, url: "http://store.test/source", content_type: "image/jpeg" },
  candidates: [{ candidate_id: "c1", ...target("c1", "image/jpeg"), mask: target("c1-mask", "image/png") }],
  ...changes,
});

/** A fetch that serves `source` to GET and keeps what is PUT, by the last part of the path. */
function storeOf(source: Buffer) {
  const stored = new Map<string, Buffer>();
  const fetch: Fetch = async (url, init) => {
    if (init?.method !== "PUT") return new Response(new Uint8Array(source));
    stored.set(
      new URL(String(url)).pathname.slice(1),
      Buffer.from(await new Response(init.body).arrayBuffer()),
    );
    return new Response(null);
  };
  return { stored, fetch };
}

const samples = (picture: Buffer | undefined) => sharp(picture).raw().toBuffer();

describe("a photo of an empty room", () => {
  const store: { source: Buffer; stored: Map<string, Buffer> } = {
    source: Buffer.alloc(0),
    stored: new Map(),
  };
  let answer: Awaited<ReturnType<typeof invoke>> | undefined;
  beforeAll(async () => {
    for (const seed of seeds) {
      store.source = await photoOf(seed);
      const { stored, fetch } = storeOf(store.source);
      store.stored = stored;
      answer = await invoke(rendered, requestFor(), fetch);
      if (!answer.declined) break;
    }
  }, 120_000);

  test("is furnished: a candidate of its size, with the mask of what was edited", async () => {
    expect(answer).toMatchObject({
      model_version: "rendered-1",
      candidates: [{ candidate_id: "c1", ...size, safe: true, mask: true }],
    });
    expect(await sharp(store.stored.get("c1")).metadata()).toMatchObject({ format: "jpeg", ...size });
    expect(await sharp(store.stored.get("c1-mask")).metadata()).toMatchObject({
      ...{ format: "png", channels: 1, ...size },
    });
  });

  test("keeps what the mask leaves out", async () => {
    const [source, made] = [await samples(store.source), await samples(store.stored.get("c1"))];
    const mask = await sharp(store.stored.get("c1-mask")).toColourspace("b-w").raw().toBuffer();
    let [inside, outside, largest] = [0, 0, 0];
    mask.forEach((part, i) => {
      if (part > 0) inside++;
      else {
        outside++;
        largest = Math.max(largest, Math.abs((source[i * 3 + 1] ?? 0) - (made[i * 3 + 1] ?? 0)));
      }
    });
    expect(inside / mask.length).toBeGreaterThan(0.03);
    expect(outside / mask.length).toBeGreaterThan(0.2);
    // What is left is the JPEG encoding.
    expect(largest).toBeLessThan(40);
  });
});

test.each([["clean", { mode: "clean", room_types: [], style_preset: null }]])(
  "the mode %s is declined in words for the caller, with nothing stored",
  async (_, changes) => {
    const { stored, fetch } = storeOf(await photoOf(3));
    const answer = await invoke(rendered, requestFor(changes), fetch);
    expect(answer.candidates).toEqual([]);
    expect(answer.declined).toMatchObject({
      reason: "needs_trained_model",
      message: expect.stringMatching(/^[A-Z].*\.$/),
    });
    expect(stored.size).toBe(0);
  },
);
