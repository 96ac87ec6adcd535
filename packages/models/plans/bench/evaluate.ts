import { parseArgs } from "node:util";
import { generatePlan } from "@image-staging/generated/plans";
import { kindOf } from "@image-staging/generated/plans/kind";
import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import sharp from "sharp";
import { preparePlan } from "../src/index.ts";
import { inkKept, piecesOver, roomsOf } from "./plans.ts";

/**
 * Draws plans of all kinds, furnishes them, and prints a table of what was read, placed and kept of each. With --out, the
 * plans and the results are written there.
 */
const { values } = parseArgs({
  options: {
    plans: { type: "string", default: "20" },
    seed: { type: "string", default: "5000" },
    side: { type: "string", default: "1000" },
    out: { type: "string" },
  },
});
const columns = [
  ...["Plan", "Walls", "Doors", "Sizes", "Names read", "Pieces required", "Beds elsewhere", "Pieces"],
  ...[
    "over letters",
    "over walls",
    "over fittings",
    "in swings",
    "before windows",
    "Walls kept",
    "Letter pixels changed",
    "Scale",
    "s",
  ],
];
console.log(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}`);
const sums = new Array<number>(11).fill(0);

for (let i = 0; i < Number(values.plans); i++) {
  const seed = Number(values.seed) + i;
  const kind = kindOf(seed);
  const plan = await generatePlan(seed, Number(values.side), kind);
  const save = async (name: string, data: Uint8Array) => {
    const { width, height } = plan.picture;
    const raw = { raw: { width, height, channels: 3 } } as const;
    if (values.out) await sharp(data, raw).png().toFile(`${values.out}/${seed}-${name}.png`);
  };
  await save("plan", plan.picture.data);
  const style = stylePresets[seed % stylePresets.length] ?? "scandi";
  const drawing = [
    kind.walls,
    `${kind.doors}, ${kind.layout}${kind.isColoured ? ", coloured" : ""}${kind.dimensions === "none" ? "" : `, measures ${kind.dimensions}`}${kind.hasWardrobes ? ", wardrobes" : ""}`,
    `${kind.language}, ${kind.sizes}`,
  ];
  const before = process.cpuUsage();
  const prepared = await preparePlan({ style, seed }, plan.picture);
  if ("declined" in prepared) {
    console.log(`| ${[seed, ...drawing].join(" | ")} | declined: ${prepared.declined.message} |`);
    continue;
  }
  const drawn = prepared.candidate(0);
  const { user, system } = process.cpuUsage(before);
  await save("furnished", drawn.data);
  const rooms = roomsOf(plan, prepared.analysis, drawn);
  const over = piecesOver(plan, prepared.analysis, drawn);
  const { wallsKept, lettersChanged } = inkKept(plan, drawn);
  const needing = rooms.filter(({ needs }) => needs);
  const counts = [
    ...[rooms.filter(({ isRead }) => isRead).length, rooms.length],
    ...[needing.filter(({ lacks }) => !lacks).length, needing.length],
    ...[rooms.filter(({ hasWrongBed }) => hasWrongBed).length, over.pieces],
    ...[over.letters, over.walls, over.fittings, over.swings, over.windows],
  ];
  for (const [k, count] of counts.entries()) sums[k] = (sums[k] ?? 0) + count;
  const { scale, scaleFrom } = prepared.analysis;
  const end = [
    ...[wallsKept.toFixed(4), lettersChanged, `${(scale / plan.style.scale).toFixed(3)} by ${scaleFrom}`],
    ((user + system) / 1e6).toFixed(1),
  ];
  console.log(`| ${[seed, ...drawing, ...cellsOf(counts), ...end].join(" | ")} |`);
  const missed = rooms.flatMap(({ room, isRead, needs, lacks }) => [
    ...(isRead ? [] : [`${room.name} not read`]),
    ...(lacks ? [`${room.name} without ${needs}`] : []),
  ]);
  if (missed.length > 0) console.error(`  ${seed}: ${missed.join(", ")}`);
}
console.log(`| All | | | | ${cellsOf(sums).join(" | ")} | | | | |`);
console.log(`${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

function cellsOf([read = 0, rooms = 0, placed = 0, needed = 0, ...others]: readonly number[]): string[] {
  return [`${read}/${rooms}`, `${placed}/${needed}`, ...others.map(String)];
}
