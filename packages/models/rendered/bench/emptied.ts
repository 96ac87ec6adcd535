/** `npm run evaluate:emptied … -- --rooms N --seed S`: how like the empty room a generated one is that was furnished and emptied. */
import { parseArgs } from "node:util";
import { generateRoom } from "@image-staging/generated/rooms";
import type { Picture } from "@image-staging/picture/picture";
import { medianOf, quantile } from "@image-staging/picture/quantile";
import { analyseFurnished } from "../src/empty/analyse.ts";
import { labelsOf } from "../src/labels/index.ts";
import { stage } from "../src/stage.ts";

const size = { width: 960, height: 640 };
/** Levels from the empty room's: more is furniture that goes, or that is left. */
const [furniture, left] = [14, 40] as const;
/** Pixels around furniture that a brush covers. */
const brush = 8;

/** How far an emptied room is from the empty one, inside of what was removed. */
interface Far {
  /** Peak signal-to-noise ratio in decibels. */
  psnr: number;
  /** The share of what was removed that is still far off. */
  left: number;
}

const differs = (a: Picture, b: Picture, levels: number): Uint8Array =>
  Uint8Array.from({ length: a.width * a.height }, (_, i) =>
    [0, 1, 2].some((c) => Math.abs((a.data[3 * i + c] ?? 0) - (b.data[3 * i + c] ?? 0)) > levels) ? 1 : 0,
  );

/** What a brush of a minute's work covers of what is marked: white is 255. */
function brushed(marked: Uint8Array, { width, height }: Picture): Uint8Array {
  const mask = new Uint8Array(marked.length);
  for (let i = 0; i < marked.length; i++) {
    if (!marked[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    const [from, to] = [Math.max(0, x - brush), Math.min(width - 1, x + brush)];
    for (let v = Math.max(0, y - brush); v <= Math.min(height - 1, y + brush); v++)
      mask.fill(255, v * width + from, v * width + to + 1);
  }
  return mask;
}

function farFrom(empty: Picture, emptied: Picture, marked: Uint8Array): Far {
  let [sum, count] = [0, 0];
  for (let i = 0; i < marked.length; i++) {
    if (!marked[i]) continue;
    count++;
    for (let c = 0; c < 3; c++)
      sum += ((empty.data[3 * i + c] ?? 0) - (emptied.data[3 * i + c] ?? 0)) ** 2 / 3;
  }
  const still = differs(empty, emptied, left).filter((is, i) => is && marked[i]);
  return {
    psnr: 10 * Math.log10((255 ** 2 * count) / Math.max(1e-6, sum)),
    left: still.length / Math.max(1, count),
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rooms: { type: "string", default: "25" }, seed: { type: "string", default: "912001" } },
  });
  const found: Far[] = [];
  for (let seed = Number(values.seed); found.length < Number(values.rooms); seed++) {
    const { picture } = generateRoom(seed, size);
    const request = { roomTypes: ["Living Room"], style: "modern", seed, candidates: 1 } as const;
    const staged = await stage(request, picture, { threads: 1, draft: true });
    const candidate = "declined" in staged ? undefined : staged.candidates[0];
    if (!candidate) continue;
    const furnished = { ...size, data: candidate.data };
    const marked = differs(picture, furnished, furniture);
    const emptied = analyseFurnished(furnished, await labelsOf(furnished), brushed(marked, picture));
    if ("declined" in emptied) {
      console.log(`${seed}: ${emptied.declined.reason}`);
      continue;
    }
    const far = farFrom(picture, emptied.picture, marked);
    found.push(far);
    console.log(`${seed}: ${far.psnr.toFixed(1)} dB, left ${far.left.toFixed(2)}`);
  }
  const [psnr, still] = [
    Float32Array.from(found, (one) => one.psnr),
    Float32Array.from(found, (one) => one.left),
  ];
  const quartiles = (of: Float32Array, digits: number): string =>
    [quantile(of, 0.25), medianOf(of), quantile(of, 0.75)].map((value) => value.toFixed(digits)).join(" / ");
  console.log(`PSNR inside: ${quartiles(psnr, 1)} dB; left: ${quartiles(still, 2)} (${found.length} rooms)`);
}

await main();
