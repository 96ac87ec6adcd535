import { parseArgs } from "node:util";
import { numberAt } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import { simulated } from "@image-staging/simulated/model";
import sharp from "sharp";
import { proCapture } from "../src/index.ts";
import { warped } from "../src/upright.ts";
import { faults } from "./faults.ts";
import { deltaE, leanAfter, psnr, structure } from "./measures.ts";
import { askew, photograph, professionalTake } from "./photographs.ts";

/**
 * `npm run evaluate -w packages/models/enhance -- --rooms 12 --seed 1`: takes photos of drawn rooms with what goes wrong, corrects them, and
 * prints how far input and results are from the photo as a professional takes it.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rooms: { type: "string", default: "12" },
      seed: { type: "string", default: "1" },
      width: { type: "string", default: "720" },
    },
  });
  const width = Number(values.width);
  const size = { width, height: Math.round((width * 2) / 3) };
  const rows = new Map(Object.keys(faults).map((name) => [name, [] as number[][]]));
  let [seconds, count] = [0, 0];
  for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.rooms); seed++) {
    const take = professionalTake(seed, size);
    const wanted = photograph(take, { noise: 0 });
    for (const [name, fault] of Object.entries(faults)) {
      const { photo, homography } = askew(photograph(take, fault, seed), fault);
      const before = process.cpuUsage();
      const { data, upright } = proCapture(photo, "photo");
      const { user, system } = process.cpuUsage(before);
      seconds += (user + system) / 1e6;
      count++;
      const drawn = await simulatedGrade(photo, seed);
      const made = { ...size, data };
      const level = homography ? warped(wanted, homography) : wanted;
      const seen = upright ? warped(level, upright.homography) : level;
      const leans = [[homography], [homography, upright?.homography]].map((by) => leanAfter(take.camera, by));
      const pairs = [near(photo, level), near(drawn, level), near(made, seen)];
      rows.get(name)?.push([...pairs.flat(), structure(made, seen), ...leans, upright ? 1 : 0]);
    }
  }
  console.log(
    "| Fault | Input, dB / ΔE76 | Simulated model | pro_capture | worst | structure | set upright, lean before, after | left with more than 0.5° |\n|---|---|---|---|---|---|---|---|",
  );
  for (const [name, found] of rows) console.log(rowOf(name, found));
  console.log(`processor time of a picture: ${(seconds / count).toFixed(2)} s`);
}

const near = (picture: Picture, wanted: Picture) => [psnr(picture, wanted), deltaE(picture, wanted)];

function rowOf(name: string, found: readonly (readonly number[])[]): string {
  const mean = (k: number): string =>
    (found.reduce((sum, row) => sum + numberAt(row, k), 0) / found.length).toFixed(1);
  const least = (k: number): number => Math.min(...found.map((row) => numberAt(row, k)));
  const set = found.filter((row) => row[9] === 1);
  const most = (k: number): string => Math.max(0, ...set.map((row) => numberAt(row, k))).toFixed(2);
  const leans = set.length > 0 ? `${set.length}: ${most(7)}, ${most(8)}` : "0";
  const left = found.filter((row) => row[9] === 0 && numberAt(row, 8) > 0.5).length;
  const pairs = [0, 2, 4].map((k) => `${mean(k)} / ${mean(k + 1)}`);
  return `| ${name} | ${pairs.join(" | ")} | ${least(4).toFixed(1)} | ${least(6).toFixed(3)} | ${leans} | ${left} |`;
}

async function simulatedGrade(photo: Picture, seed: number): Promise<Picture> {
  const { width, height } = photo;
  const data = await sharp(photo.data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const task = { workflow: "pro_capture", capture: "photo" } as const;
  const draw = await simulated.prepare({ task, seed }, { data, width, height });
  if (typeof draw !== "function") throw new Error(draw.message);
  const pixels = await sharp((await draw(0)).picture)
    .raw()
    .toBuffer();
  return { width, height, data: new Uint8Array(pixels) };
}

await main();
