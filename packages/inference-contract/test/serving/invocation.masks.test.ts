import sharp from "sharp";
import { expect, test } from "vitest";
import { drawMask, drawRoom } from "../../src/sample-pictures.ts";
import { type Fetch, invoke } from "../../src/serving/invocation.ts";
import type { Declined, Model, Source } from "../../src/serving/model.ts";
import { requestFor } from "../request.ts";

const size = { width: 64, height: 48 };
const objects: Record<string, Buffer> = {
  source: await drawRoom(size.width, size.height),
  mask: await drawMask(size.width, size.height),
  square: await drawMask(48, 48),
  text: Buffer.from("white"),
};
const seen: Source[] = [];
/** A model that sees a source, and declines. */
const declining = (declined: Declined): Model => ({
  version: "m",
  prepare: async (_request, source) => {
    seen.push(source);
    return declined;
  },
});
const furnished: Declined = { reason: "furnished", message: "The room is furnished." };

/** Asks for a picture with other fields; returns the answer and what was stored. */
async function ask(model: Model, changes: object) {
  const stored = new Map<string, Buffer>();
  const fetch: Fetch = async (url, init) => {
    const name = new URL(String(url)).pathname.slice(1);
    if (init?.method !== "PUT") return new Response(new Uint8Array(objects[name] ?? Buffer.alloc(0)));
    stored.set(name, Buffer.from(await new Response(init.body).arrayBuffer()));
    return new Response(null);
  };
  return { answer: await invoke(model, requestFor(size, changes), fetch), stored };
}
const at = (name: string) => ({ url: `http://store.test/${name}`, content_type: "image/png" });

test("a model gets a mask as a byte for each pixel, and none if the request has none", async () => {
  seen.length = 0;
  await ask(declining(furnished), { mask: at("mask") });
  await ask(declining(furnished), {});
  const [masked, plain] = seen;
  expect(masked?.mask?.length).toBe(size.width * size.height);
  expect([...new Set(masked?.mask)].sort()).toEqual([0, 255]);
  expect(masked?.mask?.[30 * size.width + 32]).toBe(255);
  expect(plain && "mask" in plain).toBe(false);
});

test.each([
  ["has another size", at("square"), "the mask is 48 x 48, not the source's 64 x 48"],
  ["is no picture", at("text"), "the mask is no picture"],
])("a mask that %s is refused", async (_, mask, words) => {
  await expect(ask(declining(furnished), { mask })).rejects.toMatchObject({ status: 422, message: words });
});

test("a model that declines proposes a mask if the request has a place for it", async () => {
  const proposing = declining({ ...furnished, proposedMask: new Uint8Array(64 * 48).fill(255, 0, 99) });
  const { answer, stored } = await ask(proposing, { proposed_mask: at("proposal") });
  expect(answer.declined).toEqual({ ...furnished, proposed_mask: true });
  const proposal = await sharp(stored.get("proposal")).metadata();
  expect(proposal).toMatchObject({ format: "png", channels: 1, ...size });
  const without = await ask(proposing, {});
  expect([without.answer.declined, without.stored.size]).toEqual([furnished, 0]);
});
