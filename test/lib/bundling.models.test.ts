import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generatePlan } from "@image-staging/generated/plans";
import { generateRoom } from "@image-staging/generated/rooms";
import type { ContractResponse } from "@image-staging/inference-contract/messages";
import { candidate, requestFor } from "@image-staging/inference-contract/test/request";
import { startStore } from "@image-staging/inference-contract/test/store-server";
import type { Picture } from "@image-staging/picture/picture";
import sharp from "sharp";
import { expect, test } from "vitest";
import { bundleInto, projectRoot } from "../../lib/bundling.ts";
import { functionModels } from "../../lib/inference/backends.ts";
import { sampleOf } from "../support/full-run.ts";

/** What a model's function answers when it runs from its bundles. Inside the project, so that these find sharp. */
async function answerOf(name: keyof typeof functionModels, request: object) {
  const folder = mkdtempSync(join(projectRoot, "node_modules", ".model-"));
  try {
    const { entry, ...beside } = functionModels[name];
    bundleInto(folder, entry, { ...beside, sharp: true });
    const bundle: { handler: (event: object) => Promise<ContractResponse> } = await import(
      pathToFileURL(join(folder, "index.mjs")).href
    );
    return await bundle.handler({ request });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const dark = ({ data, ...size }: Picture): Picture => ({ ...size, data: data.map((level) => level * 0.4) });
const room = () => generateRoom(4, { width: 180, height: 120 }).picture;
const enhancement = { workflow: "pro_capture", mode: null, room_types: [], style_preset: null };
const plan = { capture_type: "floorplan", mode: "floorplan", room_types: [] };

type Case = [keyof typeof functionModels, string, () => Picture | Promise<Picture>, object];
const cases: Case[] = [
  ["Enhance", "enhances a photo", () => dark(room()), enhancement],
  ["Renderer", "furnishes a photo", room, {}],
  ["Plans", "furnishes a floor plan", async () => (await generatePlan(3, 450)).picture, plan],
];

test.each(sampleOf(cases, 3))(
  "the function %s %s from its bundles",
  async (name, _, draw, task) => {
    const { data, width, height } = await draw();
    const picture = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg()
      .toBuffer();
    const store = await startStore(picture);
    const answer = await answerOf(name, {
      ...requestFor({ width, height }),
      ...task,
      source: { width, height, url: `${store.url}/source`, content_type: "image/jpeg" },
      candidates: [{ ...candidate("c1"), url: `${store.url}/c1` }],
    });
    store.close();
    expect(answer).toMatchObject({ candidates: [{ candidate_id: "c1", width, height }] });
    expect(await sharp(store.stored.get("c1")).metadata()).toMatchObject({ format: "jpeg", width, height });
  },
  120_000,
);
