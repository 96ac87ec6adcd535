import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { candidate, requestFor } from "@image-staging/inference-contract/test/request";
import { startStore } from "@image-staging/inference-contract/test/store-server";
import { generateRoom } from "@image-staging/rendered/rooms";
import { buildSync } from "esbuild";
import sharp from "sharp";
import { expect, test } from "vitest";
import { bundlingOf, projectRoot } from "../../lib/bundling.ts";

test("the rendered model furnishes a room from the bundles of its function", async () => {
  const size = { width: 360, height: 240 };
  const { picture } = generateRoom(4, size);
  const store = await startStore(
    await sharp(picture.data, { raw: { ...size, channels: 3 } })
      .jpeg()
      .toBuffer(),
  );
  // Inside the project, so that the bundle finds sharp.
  const folder = mkdtempSync(join(projectRoot, "node_modules", ".rendered-"));
  const source = "packages/models/rendered/src";
  for (const [entry, name] of [
    [`${source}/lambda.ts`, "index.mjs"],
    [`${source}/composite/thread.ts`, "thread.mjs"],
  ] as const)
    buildSync({ ...bundlingOf(entry, { sharp: true }), outfile: join(folder, name) });
  const { handler } = await import(pathToFileURL(join(folder, "index.mjs")).href);
  const answer = await handler({
    request: {
      ...requestFor(size),
      source: { ...size, url: `${store.url}/source`, content_type: "image/jpeg" },
      candidates: [{ ...candidate("c1"), url: `${store.url}/c1` }],
    },
  });
  store.close();
  rmSync(folder, { recursive: true });
  expect(answer).toMatchObject({ candidates: [{ candidate_id: "c1", ...size }] });
  expect(await sharp(store.stored.get("c1")).metadata()).toMatchObject({ format: "jpeg", ...size });
});
