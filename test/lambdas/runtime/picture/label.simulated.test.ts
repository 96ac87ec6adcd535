import { invoke } from "@image-staging/inference-contract/serving/invocation";
import { nameOf, tasks } from "@image-staging/inference-contract/tasks";
import { candidate, requestFor, storeOf } from "@image-staging/inference-contract/test/request";
import { workflows } from "@image-staging/inference-contract/vocabulary";
import { markOf } from "@image-staging/simulated/drawing/lettering";
import { simulated } from "@image-staging/simulated/model";
import { pictureFor } from "@image-staging/simulated/test/pictures";
import sharp from "sharp";
import { expect, test } from "vitest";

const urls = [null, "https://api.example.com/d/7q3m9x2v5b8n4c6z1k0r8t2w4d"];

/** What a picture shows of the simulated model's mark. */
async function markIn(
  picture: Buffer,
  { width, height }: { width: number; height: number },
  capture: "photo" | "panorama360" | "floorplan",
) {
  const mark = markOf({ width, height }, capture);
  const region = {
    left: Math.round(mark.left),
    top: Math.round(mark.top),
    width: Math.round(mark.width),
    height: Math.round(mark.height),
  };
  return sharp(picture).extract(region).greyscale().raw().toBuffer();
}

test("a simulated picture of every task is marked, also under every label of the service", async () => {
  const drawn = [];
  for (const task of tasks) {
    const source = await pictureFor(task.capture_type);
    const { fetch, stored } = storeOf(source);
    await invoke(simulated, requestFor(source, { ...task, candidates: [candidate("c1")] }), fetch);
    drawn.push({ task, source, picture: stored.get("c1") ?? Buffer.alloc(0) });
  }
  // Imported when everything is drawn: from then on sharp reads no SVG, in the whole process.
  const { encodeOutput } = await import("../../../../lambdas/runtime/picture/encode-output.ts");
  for (const { task, source, picture } of drawn) {
    const mark = await markIn(picture, source, task.capture_type);
    const before = await markIn(source.data, source, task.capture_type);
    const dark = mark.filter((shade) => shade < 70).length / mark.length;
    expect({ task: nameOf(task), dark: dark > 0.5 && Math.max(...mark) > 180 }).toEqual({
      task: nameOf(task),
      dark: true,
    });
    expect(mark.equals(before)).toBe(false);
    for (const pageUrl of urls) {
      const { width, height } = source;
      const label = {
        workflow: task.workflow,
        captureType: task.capture_type,
        size: { width, height },
        pageUrl,
      };
      const output = await markIn(
        await encodeOutput(picture, { workflow: task.workflow, technique: "graphics" }, null, label),
        source,
        task.capture_type,
      );
      const change =
        output.reduce((sum, shade, at) => sum + Math.abs(shade - (mark[at] ?? 0)), 0) / mark.length;
      expect({ task: nameOf(task), covered: change > 6 }).toEqual({ task: nameOf(task), covered: false });
    }
  }
});

test("no label reaches the mark's place, whatever the size of the picture", async () => {
  const { labelOverlays } = await import("../../../../lambdas/runtime/picture/label.ts");
  const sizes = [
    [256, 256],
    [256, 2048],
    [2048, 256],
    [640, 480],
    [900, 1600],
    [1500, 1000],
    [4096, 2731],
  ] as const;
  for (const [width, height] of sizes)
    for (const captureType of ["photo", "panorama360", "floorplan"] as const)
      for (const workflow of workflows)
        for (const pageUrl of urls) {
          const mark = markOf({ width, height }, captureType);
          const overlays = await labelOverlays({ workflow, captureType, size: { width, height }, pageUrl });
          for (const { left = 0, top = 0 } of overlays)
            expect(left > mark.left + mark.width || top > mark.top + mark.height).toBe(true);
        }
});
