import { parseArgs } from "node:util";
import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import sharp from "sharp";
import { type GeneratedPlan, generatePlan } from "../src/plans/generate/index.ts";
import { type PlanCandidate, preparePlan } from "../src/plans/index.ts";

/**
 * Draws plans, furnishes them, and prints how many names were read, which rooms lack the piece that they need, and what
 * changed on walls and lettering. With --out, the pictures are written there.
 */
const { values } = parseArgs({
  options: {
    plans: { type: "string", default: "20" },
    seed: { type: "string", default: "5000" },
    side: { type: "string", default: "1000" },
    out: { type: "string" },
  },
});
const required = { bedroom: "bed", living: "sofa", dining: "diningTable", office: "desk" } as const;
const total = {
  rooms: 0,
  named: 0,
  needing: 0,
  furnished: 0,
  wallPixels: 0,
  wallsChanged: 0,
  letterPixels: 0,
  lettersChanged: 0,
  pieces: 0,
  overLetters: 0,
  overWalls: 0,
  inSwings: 0,
  declined: 0,
};

for (let i = 0; i < Number(values.plans); i++) {
  const seed = Number(values.seed) + i;
  const plan = await generatePlan(seed, Number(values.side));
  const style = stylePresets[seed % stylePresets.length] ?? "scandi";
  const before = process.cpuUsage();
  const prepared = await preparePlan({ style, seed }, plan.picture);
  if ("declined" in prepared) {
    total.declined++;
    console.log(seed, "declined:", prepared.declined.message);
    continue;
  }
  const drawn = prepared.candidate(0);
  const { user, system } = process.cpuUsage(before);
  const missing = missingIn(plan, prepared.analysis, drawn);
  countChanges(plan, prepared.analysis, drawn);
  const scale = prepared.analysis.scale / plan.style.scale;
  console.log(
    `${seed} ${((user + system) / 1e6).toFixed(1)} s, scale ${scale.toFixed(3)} by ${prepared.analysis.scaleFrom}`,
    missing.join(", "),
  );
  if (values.out) {
    const { width, height } = plan.picture;
    await sharp(drawn.data, { raw: { width, height, channels: 3 } })
      .png()
      .toFile(`${values.out}/plan-${seed}.png`);
  }
}
console.log(total, `${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

type Prepared = Exclude<Awaited<ReturnType<typeof preparePlan>>, { declined: unknown }>;

function missingIn(
  { flat, style, picture }: GeneratedPlan,
  analysis: Prepared["analysis"],
  drawn: PlanCandidate,
): string[] {
  return flat.rooms.flatMap((room) => {
    const x = Math.round(style.left + (room.x + room.width / 2) * style.scale);
    const y = Math.round(style.top + (room.y + room.height / 2) * style.scale);
    const id = analysis.map.rooms[y * picture.width + x] ?? 0;
    const found = analysis.rooms[id - 1];
    const named = found?.named === true && found.uses.includes(room.use);
    total.rooms++;
    if (named) total.named++;
    const piece = required[room.use as keyof typeof required];
    const stands = drawn.furnished[id - 1]?.rects.some(({ kind }) => kind === piece) ?? false;
    if (piece) total.needing++;
    if (piece && stands) total.furnished++;
    return [
      ...(named ? [] : [`${room.name} not read`]),
      ...(piece && !stands ? [`${room.name} without ${piece}`] : []),
    ];
  });
}

/** Changed pixels of walls and lettering; standing pieces that cover lettering or walls, or stand in a door's swing. */
function countChanges(
  { walls, letters, picture, flat, style }: GeneratedPlan,
  { scale }: Prepared["analysis"],
  { data, furnished }: PlanCandidate,
): void {
  const isChanged = (i: number) => [0, 1, 2].some((c) => data[i * 3 + c] !== picture.data[i * 3 + c]);
  for (let i = 0; i < walls.length; i++) {
    const isLetter = letters[i] && (picture.data[i * 3] ?? 0) < 90;
    if (walls[i]) total.wallPixels++;
    if (walls[i] && isChanged(i)) total.wallsChanged++;
    if (isLetter && !walls[i]) total.letterPixels++;
    if (isLetter && !walls[i] && isChanged(i)) total.lettersChanged++;
  }
  const swings = flat.gaps.filter(({ kind }) => kind === "door").map(swingOf);
  for (const { rect, flat: lies } of furnished.flatMap(({ rects }) => rects)) {
    if (lies) continue;
    total.pieces++;
    const [x0, x1, y0, y1] = [rect.x0, rect.x1, rect.z0, rect.z1].map((metres) =>
      Math.round(metres * scale),
    ) as [number, number, number, number];
    const covers = (plane: Uint8Array) => {
      for (let y = y0 + 1; y < y1 - 1; y++)
        for (let x = x0 + 1; x < x1 - 1; x++) if (plane[y * picture.width + x]) return true;
      return false;
    };
    if (covers(letters)) total.overLetters++;
    if (covers(walls)) total.overWalls++;
    const near = (pixels: number, from: number) => (pixels - from) / style.scale;
    const isIn = swings.some(
      (swing) =>
        Math.min(near(x1, style.left), swing.x + swing.width) - Math.max(near(x0, style.left), swing.x) >
          0.05 &&
        Math.min(near(y1, style.top), swing.y + swing.height) - Math.max(near(y0, style.top), swing.y) > 0.05,
    );
    if (isIn) total.inSwings++;
  }
}

/** The square that a door needs to open, with its gap. */
function swingOf({ along, opens = 1, x, y, width, height }: GeneratedPlan["flat"]["gaps"][number]) {
  const deep = along === "x" ? width : height;
  if (along === "x") return { x, y: opens === 1 ? y : y - deep, width, height: height + deep };
  return { x: opens === 1 ? x : x - deep, y, width: width + deep, height };
}
