/**
 * `npm run speed -w packages/models/rendered -- [SEED]`: what staging one generated room costs at several sizes, and whether
 * its bytes repeat.
 */
import { createHash } from "node:crypto";
import { generateRoom } from "@image-staging/generated/rooms";
import sharp from "sharp";
import type { Picture } from "../src/analysis/index.ts";
import { stage } from "../src/stage.ts";

const seed = Number(process.argv[2] ?? 118);
const base = generateRoom(seed, { width: 1500, height: 1000 }).picture;
const runs = [
  { width: 1224, threads: 1, draft: false },
  { width: 1500, threads: 1, draft: true },
  { width: 1500, threads: 1, draft: false },
  { width: 1500, threads: 2, draft: false },
  { width: 4242, threads: 2, draft: false },
];

const hashes = new Map<string, string>();
for (const { width, threads, draft } of runs) {
  const picture = await scaled(base, width);
  const [before, start] = [process.cpuUsage(), performance.now()];
  const staged = await stage(
    { roomTypes: ["Living Room"], style: "scandi", seed: 1, candidates: 1 },
    picture,
    { threads, draft },
  );
  const spent = process.cpuUsage(before);
  if ("declined" in staged) throw new Error(`Room ${seed} is declined: ${staged.declined.message}`);
  const { data, mask } = staged.candidates[0] ?? { data: new Uint8Array(0), mask: new Uint8Array(0) };
  const hash = createHash("sha256").update(data).update(mask).digest("hex").slice(0, 12);
  const known = hashes.get(`${width} ${draft}`) ?? hash;
  hashes.set(`${width} ${draft}`, hash);
  console.log(
    [
      `${picture.width} x ${picture.height}${draft ? " draft" : ""}, ${threads} thread${threads > 1 ? "s" : ""}:`,
      `${((spent.user + spent.system) / 1e6).toFixed(1)} s of processor time,`,
      `${((performance.now() - start) / 1000).toFixed(1)} s,`,
      `peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB,`,
      `${hash}${known === hash ? "" : ` differs from ${known}`}`,
    ].join(" "),
  );
}

async function scaled({ width, height, data }: Picture, to: number): Promise<Picture> {
  if (to === width) return { width, height, data };
  const image = sharp(data, { raw: { width, height, channels: 3 } }).resize(to);
  const { data: pixels, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: pixels };
}
