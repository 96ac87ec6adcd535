import { parseArgs } from "node:util";
import { generatePanorama } from "@image-staging/generated/rooms";
import type { PanoramaKind } from "@image-staging/generated/rooms/panorama-plan";
import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import sharp from "sharp";
import { analysePanorama } from "../src/panorama/analyse.ts";
import { stage } from "../src/stage.ts";
import { floorOverlap, footprints, isKept, seamStep, withoutSeam } from "./panoramas.ts";

/**
 * Draws panoramas, stages them and prints how far analysis and result are from the truth. With --out, pictures before and
 * after are written there.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rooms: { type: "string", default: "20" },
      seed: { type: "string", default: "1000" },
      width: { type: "string", default: "900" },
      out: { type: "string" },
    },
  });
  const [rooms, first, width] = [Number(values.rooms), Number(values.seed), Number(values.width)];
  console.log(
    "| Room | Lean, degrees | Lean missed by | Shape | Floor, IoU | Size | Pieces, through walls, not on free floor | Seam, levels more than the source's, than without a seam | Kept | Again | s |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (let seed = first; seed < first + rooms; seed++) console.log(await row(seed, width, values.out));
}

/** Of four rooms one is a box seen by a level camera, one leans by up to 3 degrees, one is an L, one is both. */
function kindOf(seed: number): PanoramaKind {
  const lean = (step: number) => ((((seed * step) % 61) / 30 - 1) * Math.PI) / 60;
  return { ...(seed % 2 && { pitch: lean(37), roll: lean(53) }), isL: seed % 4 > 1 };
}

const leanOf = ({ pitch = 0, roll = 0 }: PanoramaKind): string =>
  ((Math.hypot(pitch, roll) * 180) / Math.PI).toFixed(2);

async function row(seed: number, width: number, out: string | undefined): Promise<string> {
  const kind = kindOf(seed);
  const { picture, truth } = generatePanorama(seed, width, kind);
  const shape = kind.isL ? "L" : "box";
  const style = stylePresets[seed % stylePresets.length];
  const before = process.cpuUsage();
  const staged = await stage({ style: style ?? "modern", seed, candidates: 1 }, picture, { threads: 1 });
  const { user, system } = process.cpuUsage(before);
  if ("declined" in staged)
    return `| ${[seed, leanOf(kind), "", shape].join(" | ")} | declined: ${staged.declined.reason} | | | | | | |`;
  const { analysis, candidates } = staged;
  const [candidate] = candidates;
  if (!candidate) throw new Error(`Room ${seed} has no candidate.`);
  const after = { ...picture, data: candidate.data };
  if (out) {
    const { height } = picture;
    for (const [name, { data }] of Object.entries({ before: picture, after }))
      await sharp(data, { raw: { width, height, channels: 3 } })
        .png()
        .toFile(`${out}/${seed}-${name}.png`);
  }
  const { pieces, through, notFree } = footprints(candidate.placements, analysis.camera, truth);
  const seamless = await withoutSeam(picture, analysis, candidate.placements);
  const again = await analysePanorama(after);
  const { pitch, roll } = analysis.camera;
  const missed = leanOf({ pitch: pitch - (kind.pitch ?? 0), roll: roll - (kind.roll ?? 0) });
  return `| ${[
    ...[seed, leanOf(kind), missed, shape],
    floorOverlap(analysis.room.floorMask, truth.room.floorMask).toFixed(3),
    (analysis.camera.elevation / truth.camera.elevation).toFixed(2),
    `${pieces}, ${through}, ${notFree}`,
    [picture, seamless].map((other) => (seamStep(after) - seamStep(other)).toFixed(2)).join(", "),
    isKept(picture, candidate) ? "all" : "not all",
    "declined" in again ? again.declined.reason : "staged",
    ((user + system) / 1e6).toFixed(1),
  ].join(" | ")} |`;
}

await main();
