import { parseArgs } from "node:util";
import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import { analysePanorama } from "../src/panorama/analyse.ts";
import { generatePanorama } from "../src/rooms/index.ts";
import { stage } from "../src/stage.ts";
import { floorOverlap, footprints, isKept, seamStep } from "./panoramas.ts";

/** Draws panoramas, stages them and prints how far analysis and result are from the truth. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rooms: { type: "string", default: "20" },
      seed: { type: "string", default: "1000" },
      width: { type: "string", default: "900" },
    },
  });
  const [rooms, first, width] = [Number(values.rooms), Number(values.seed), Number(values.width)];
  console.log(
    "| Room | Floor, IoU | Size | Pieces, through walls, not on free floor | Seam, levels more | Kept | Again | s |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (let seed = first; seed < first + rooms; seed++) console.log(await row(seed, width));
}

async function row(seed: number, width: number): Promise<string> {
  const { picture, truth } = generatePanorama(seed, width);
  const style = stylePresets[seed % stylePresets.length];
  const before = process.cpuUsage();
  const staged = await stage({ style: style ?? "modern", seed, candidates: 1 }, picture, { threads: 1 });
  const { user, system } = process.cpuUsage(before);
  if ("declined" in staged) return `| ${seed} | declined: ${staged.declined.reason} | | | | | | |`;
  const { analysis, candidates } = staged;
  const [candidate] = candidates;
  if (!candidate) throw new Error(`Room ${seed} has no candidate.`);
  const after = { ...picture, data: candidate.data };
  const { pieces, through, notFree } = footprints(candidate.placements, analysis.camera, truth);
  const again = analysePanorama(after);
  return `| ${[
    seed,
    floorOverlap(analysis.room.floorMask, truth.room.floorMask).toFixed(3),
    (analysis.camera.elevation / truth.camera.elevation).toFixed(2),
    `${pieces}, ${through}, ${notFree}`,
    (seamStep(after) - seamStep(picture)).toFixed(2),
    isKept(picture, candidate) ? "all" : "not all",
    "declined" in again ? again.declined.reason : "staged",
    ((user + system) / 1e6).toFixed(1),
  ].join(" | ")} |`;
}

await main();
