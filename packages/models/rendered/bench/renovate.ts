/** `npm run evaluate:renovate … -- --rooms N --seed S`: how exactly floors and walls of generated rooms are found. */
import { parseArgs } from "node:util";
import { type GeneratedRoom, generateRoom, surfaceNames } from "@image-staging/generated/rooms";
import { boxMean } from "@image-staging/picture/box-mean";
import { Plane } from "@image-staging/picture/plane";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { analyse } from "../src/analysis/index.ts";
import { prepareRenovation } from "../src/renovate/index.ts";
import { surfacesOf } from "../src/renovate/surfaces.ts";

/** As large as listings' photos are. */
const size = { width: 1440, height: 960 };
/** Pixels from an edge that show both of its sides. */
const mixed = 4;
/** A difference (Lab) that an eye just notices (Mahy et al. 1994), and the pixels of the smaller copy within which it is looked for. */
const [noticed, nearby] = [2.3, 8];

interface Measures {
  floor: number;
  walls: number;
  /** Shares of the pixels that changed, away from edges: of the ceiling, and of doors, windows and the rest. */
  ceiling: number;
  fittings: number;
  /** The same of what an eye can tell from the wall beside it. */
  inSight: number;
}

type Surface = (typeof surfaceNames)[number];

/** Where a pixel of the picture is in its smaller copy. */
function inCopy(
  i: number,
  picture: GeneratedRoom["picture"],
  copy: { width: number; height: number },
): number {
  const x = Math.floor((((i % picture.width) + 0.5) * copy.width) / picture.width);
  const y = Math.floor(((Math.floor(i / picture.width) + 0.5) * copy.height) / picture.height);
  return y * copy.width + x;
}

/** The intersection over the union of a mask, of a smaller copy, with what is true of the picture. */
function overlap(
  found: Uint8Array,
  copy: { width: number; height: number },
  { picture, truth: { surfaces } }: GeneratedRoom,
  name: Surface,
): number {
  let [both, either] = [0, 0];
  surfaces.forEach((surface, i) => {
    const [a, b] = [(found[inCopy(i, picture, copy)] as number) > 0, surfaceNames[surface] === name];
    if (a && b) both++;
    if (a || b) either++;
  });
  return both / Math.max(1, either);
}

/** 1 for pixels of the copy that an eye can tell from the wall nearby, or that have none nearby. */
function unlikeWall(copy: WorkingCopy, { picture, truth: { surfaces } }: GeneratedRoom): Uint8Array {
  const { lab } = copy;
  const isWall = new Plane(copy);
  surfaces.forEach((surface, i) => {
    if (surfaceNames[surface] === "wall") isWall.values[inCopy(i, picture, copy)] = 1;
  });
  const share = boxMean(isWall, nearby);
  const differences = lab.map((plane) => {
    const own = boxMean(plane, 1);
    const wall = boxMean(
      plane.map((value, i) => value * isWall.at(i)),
      nearby,
    );
    return own.map((value, i) => value - wall.at(i) / share.at(i));
  });
  return Uint8Array.from(share.values, (near, i) =>
    near === 0 || Math.hypot(...differences.map((plane) => plane.at(i))) > noticed ? 1 : 0,
  );
}

/** The share of a surface's pixels that changed, away from its edges; only those count that `counts` is true of. */
function changed(
  { picture, truth: { surfaces } }: GeneratedRoom,
  after: Uint8Array,
  name: Surface,
  counts = (_pixel: number) => true,
): number {
  const { width, height, data } = picture;
  const own = surfaceNames.indexOf(name);
  let [count, all] = [0, 0];
  for (let y = mixed; y < height - mixed; y++) {
    for (let x = mixed; x < width - mixed; x++) {
      const i = y * width + x;
      if (![0, mixed, -mixed, mixed * width, -mixed * width].every((step) => surfaces[i + step] === own))
        continue;
      all++;
      if (counts(i) && [0, 1, 2].some((c) => data[i * 3 + c] !== after[i * 3 + c])) count++;
    }
  }
  return count / Math.max(1, all);
}

async function measured(seed: number): Promise<Measures | string> {
  const room = generateRoom(seed, size);
  const analysis = await analyse(room.picture);
  if ("declined" in analysis) return analysis.declined.reason;
  const prepared = prepareRenovation(room.picture, analysis);
  if ("declined" in prepared) return prepared.declined.reason;
  const after = prepared.renovated("boho", 1).picture.data;
  const { copy, floor, walls } = surfacesOf(analysis);
  const unlike = unlikeWall(copy, room);
  return {
    floor: overlap(floor, copy, room, "floor"),
    walls: overlap(walls, copy, room, "wall"),
    ceiling: changed(room, after, "ceiling"),
    fittings: changed(room, after, "fitting"),
    inSight: changed(room, after, "fitting", (i) => unlike[inCopy(i, room.picture, copy)] === 1),
  };
}

const { values } = parseArgs({
  options: { rooms: { type: "string", default: "40" }, seed: { type: "string", default: "1" } },
});
const all: Measures[] = [];
for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.rooms); seed++) {
  const found = await measured(seed);
  if (typeof found === "string") console.log(`${seed} declined: ${found}`);
  else {
    all.push(found);
    const of = (value: number): string => value.toFixed(3);
    console.log(
      `${seed} floor ${of(found.floor)} walls ${of(found.walls)} changed: ceiling ${of(found.ceiling)} fittings ${of(found.fittings)}, in sight ${of(found.inSight)}`,
    );
  }
}
const row = (name: string, of: (measures: Measures) => number, isMet: (value: number) => boolean): string => {
  const sorted = all.map(of).sort((a, b) => a - b);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const [least, most] = [sorted[0], sorted.at(-1)].map((value) => value?.toFixed(3));
  const met = sorted.filter(isMet).length;
  return `| ${name} | ${sorted[sorted.length >> 1]?.toFixed(3)} | ${mean.toFixed(3)} | ${least} to ${most} | ${met} of ${sorted.length} |`;
};
console.log("\n| Measure | Median | Mean | From, to | Rooms that meet it |\n|---|---|---|---|---|");
const rows: readonly [string, (measures: Measures) => number, (value: number) => boolean][] = [
  ["floor, IoU at least 0.95", ({ floor }) => floor, (value) => value >= 0.95],
  ["walls, IoU at least 0.95", ({ walls }) => walls, (value) => value >= 0.95],
  ["ceiling changed, at most 1 %", ({ ceiling }) => ceiling, (value) => value <= 0.01],
  ["fittings changed, at most 1 %", ({ fittings }) => fittings, (value) => value <= 0.01],
  ["the same, of what an eye can tell from the wall", ({ inSight }) => inSight, (value) => value <= 0.01],
];
for (const [name, of, isMet] of rows) console.log(row(name, of, isMet));
