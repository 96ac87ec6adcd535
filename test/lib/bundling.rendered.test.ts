import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generatePlan } from "@image-staging/generated/plans";
import { generateRoom } from "@image-staging/generated/rooms";
import type { ContractResponse } from "@image-staging/inference-contract/messages";
import { candidate, requestFor } from "@image-staging/inference-contract/test/request";
import { startStore } from "@image-staging/inference-contract/test/store-server";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleInto, projectRoot } from "../../lib/bundling.ts";
import { rendererCode } from "../../lib/inference/backends.ts";

// Inside the project, so that the bundle finds sharp.
const folder = mkdtempSync(join(projectRoot, "node_modules", ".rendered-"));
let handler: (event: object) => Promise<ContractResponse>;
beforeAll(async () => {
  bundleInto(folder, rendererCode.entry, { ...rendererCode, sharp: true });
  ({ handler } = await import(pathToFileURL(join(folder, "index.mjs")).href));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Drawn {
  data: Uint8Array;
  width: number;
  height: number;
}

const sources = {
  photo: { draw: () => generateRoom(4, { width: 240, height: 160 }).picture, task: {} },
  floorplan: {
    draw: async () => (await generatePlan(3, 600)).picture,
    task: { capture_type: "floorplan", mode: "floorplan", room_types: [] },
  },
};

test.each(["photo", "floorplan"] as const)(
  "the rendered model furnishes a %s from its function's bundles",
  async (name) => {
    const { draw, task } = sources[name];
    const { data, width, height }: Drawn = await draw();
    const store = await startStore(
      await sharp(data, { raw: { width, height, channels: 3 } })
        .jpeg()
        .toBuffer(),
    );
    const answer = await handler({
      request: {
        ...requestFor({ width, height }),
        ...task,
        source: { width, height, url: `${store.url}/source`, content_type: "image/jpeg" },
        candidates: [{ ...candidate("c1"), url: `${store.url}/c1` }],
      },
    });
    store.close();
    expect(answer).toMatchObject({ candidates: [{ candidate_id: "c1", width, height }] });
    expect(await sharp(store.stored.get("c1")).metadata()).toMatchObject({ format: "jpeg", width, height });
  },
);
