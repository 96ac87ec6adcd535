/** `npm run evaluate:renovate … -- --rooms N --seed S`: how exactly floors and walls of generated rooms are found. */
import { parseArgs } from "node:util";
import { analyse } from "../src/analysis/index.ts";
import { prepareRenovation } from "../src/renovate/index.ts";
import { surfacesOf } from "../src/renovate/surfaces.ts";
import { type GeneratedRoom, generateRoom, surfaceNames } from "../src/rooms/index.ts";

/** As large as listings' photos are. */
const size = { width: 1440, height: 960 };
/** Pixels from an edge that show both of its sides. */
const mixed = 4;

interface Measures {
  floor: number;
  walls: number;
  /** Shares of the pixels that changed, away from edges: of the ceiling, and of doors, windows and the rest. */
  ceiling: number;
  fittings: number;
}

/** The intersection over the union of a mask, of a smaller copy, with what is true of the picture. */
function overlap(
  found: Uint8Array,
  copy: { width: number; height: number },
  { picture, truth: { surfaces } }: GeneratedRoom,
  name: (typeof surfaceNames)[number],
): number {
  let [both, either] = [0, 0];
  surfaces.forEach((surface, i) => {
    const x = Math.floor((((i % picture.width) + 0.5) * copy.width) / picture.width);
    const y = Math.floor(((Math.floor(i / picture.width) + 0.5) * copy.height) / picture.height);
    const [a, b] = [(found[y * copy.width + x] as number) > 0, surfaceNames[surface] === name];
    if (a && b) both++;
    if (a || b) either++;
  });
  return both / Math.max(1, either);
}

/** The share of a surface's pixels that changed, away from its edges. */
function changed(
  { picture, truth: { surfaces } }: GeneratedRoom,
  after: Uint8Array,
  name: (typeof surfaceNames)[number],
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
      if ([0, 1, 2].some((c) => data[i * 3 + c] !== after[i * 3 + c])) count++;
    }
  }
  return count / Math.max(1, all);
}

function measured(seed: number): Measures | string {
  const room = generateRoom(seed, size);
  const analysis = analyse(room.picture);
  if ("declined" in analysis) return analysis.declined.reason;
  const prepared = prepareRenovation(room.picture, analysis);
  if ("declined" in prepared) return prepared.declined.reason;
  const after = prepared.renovated("boho", 1).picture.data;
  const { copy, floor, walls } = surfacesOf(room.picture, analysis);
  return {
    floor: overlap(floor, copy, room, "floor"),
    walls: overlap(walls, copy, room, "wall"),
    ceiling: changed(room, after, "ceiling"),
    fittings: changed(room, after, "fitting"),
  };
}

const { values } = parseArgs({
  options: { rooms: { type: "string", default: "40" }, seed: { type: "string", default: "1" } },
});
const all: Measures[] = [];
for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.rooms); seed++) {
  const found = measured(seed);
  if (typeof found === "string") console.log(`${seed} declined: ${found}`);
  else {
    all.push(found);
    const of = (value: number): string => value.toFixed(3);
    console.log(
      `${seed} floor ${of(found.floor)} walls ${of(found.walls)} changed: ceiling ${of(found.ceiling)} fittings ${of(found.fittings)}`,
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
console.log(
  row(
    "floor, IoU at least 0.95",
    ({ floor }) => floor,
    (value) => value >= 0.95,
  ),
);
console.log(
  row(
    "walls, IoU at least 0.95",
    ({ walls }) => walls,
    (value) => value >= 0.95,
  ),
);
console.log(
  row(
    "ceiling changed, at most 1 %",
    ({ ceiling }) => ceiling,
    (value) => value <= 0.01,
  ),
);
console.log(
  row(
    "fittings changed, at most 1 %",
    ({ fittings }) => fittings,
    (value) => value <= 0.01,
  ),
);
