import { between, pick, type Random } from "@image-staging/picture/random";
import type { WallName } from "@image-staging/tracer/scene";
import type { PlannedOpening, RoomPlan } from "../rooms/plan.ts";
import { Draft, type OnWall, reachOf, sides } from "./draft.ts";
import { chance, eitherSide, within } from "./random.ts";

type Range = readonly [low: number, high: number];

/** Doors and passages beyond the usual ones: how often, and how wide. */
const more: readonly { share: number; kind: "door" | "passage"; wide: Range }[] = [
  { share: 0.22, kind: "door", wide: [0.7, 0.95] },
  { share: 0.16, kind: "door", wide: [1.3, 2.8] },
  { share: 0.14, kind: "passage", wide: [1.1, 2.8] },
];

/** A plan's openings, with glazing over whole walls, high bands of glass, and more doors and passages. */
export function variedOpenings(
  random: Random,
  plan: RoomPlan,
  bare: readonly WallName[],
): readonly PlannedOpening[] {
  const walls = sides.filter((wall) => !bare.includes(wall));
  const kind = random();
  let openings = plan.openings;
  if (kind < 0.2) openings = glazed(random, plan, oneOrTwo(random, walls), [0.06, 0.6]);
  else if (kind < 0.28) openings = glazed(random, plan, twoAdjacent(random, walls), [0.02, 0.06]);
  else if (kind < 0.36) openings = [...openings, ...band(random, { ...plan, openings }, bare)];
  const draft = new Draft({ ...plan, openings }, random, bare);
  const extra: PlannedOpening[] = [];
  for (const { share, kind: of, wide } of more) {
    const at = chance(random, share) ? draft.spot(within(random, wide)) : undefined;
    const high = chance(random, 0.7) ? between(random, 1.98, 2.15) : between(random, 2.1, 2.6);
    if (at) extra.push({ kind: of, ...at, bottom: 0, top: Math.min(plan.box.height - 0.1, high) });
  }
  const { left, right } = plan.box;
  if (chance(random, 0.08) && left < -1 && right > 1 && draft.isFree({ wall: "back", from: -0.9, to: 0.9 }))
    extra.push({
      kind: "fireplace",
      wall: "back",
      from: -0.7,
      to: 0.7,
      bottom: 0,
      top: between(random, 1, 1.4),
    });
  return [...openings, ...extra];
}

function oneOrTwo(random: Random, walls: readonly WallName[]): readonly WallName[] {
  const shuffled = chance(random, 0.5) ? walls : [...walls].reverse();
  return shuffled.slice(0, chance(random, 0.3) ? 2 : 1);
}

/** The back wall and one beside it: their glass meets in the corner. */
function twoAdjacent(random: Random, walls: readonly WallName[]): readonly WallName[] {
  const beside = walls.filter((wall) => wall !== "back");
  const other = beside[Math.floor(random() * beside.length)];
  return other ? ["back", other] : ["back"];
}

/** Glass over most of a wall, with narrow piers between its units; the usual openings of these walls go. */
function glazed(random: Random, plan: RoomPlan, walls: readonly WallName[], edge: Range): PlannedOpening[] {
  const kept = plan.openings.filter(({ wall }) => !walls.includes(wall));
  const low = chance(random, 0.5) ? between(random, 0.02, 0.12) : between(random, 0.3, 0.9);
  const high = plan.box.height - between(random, 0.04, 0.45);
  const units = walls.flatMap((wall) => {
    const [start, end] = reachOf(plan, wall);
    const [from, to] = [start + within(random, edge), end - within(random, edge)];
    return to - from < 1.2 ? [] : unitsOf(random, { wall, from, to, bottom: low, top: high });
  });
  return [...kept, ...units];
}

function unitsOf(random: Random, { from, to, ...rest }: OnWall): PlannedOpening[] {
  const count = Math.max(1, Math.min(5, Math.round((to - from) / between(random, 0.9, 3.5))));
  const pier = count > 1 ? between(random, 0.1, 0.6) : 0;
  const each = (to - from - pier * (count - 1)) / count;
  if (each < 0.4) return [];
  const kind = rest.bottom < 0.2 ? "french" : pick(random, ["casement", "casement", "sash"] as const);
  const columns = Math.max(1, Math.round(each / between(random, 0.7, 1.5)));
  return Array.from({ length: count }, (_, i) => {
    const at = from + i * (each + pier);
    return { ...rest, kind: "window", from: at, to: at + each, panes: { kind, columns } };
  });
}

/** A low band of windows high up in a wall. */
function band(random: Random, plan: RoomPlan, bare: readonly WallName[]): PlannedOpening[] {
  const at = new Draft(plan, random, bare).spot(between(random, 1.2, 3.6));
  if (!at) return [];
  const top = plan.box.height - between(random, 0.02, 0.3);
  const columns = Math.max(2, Math.round((at.to - at.from) / between(random, 0.5, 1)));
  const bottom = top - between(random, 0.35, 1.1) * (eitherSide(random) < 0 ? 0.7 : 1);
  return [{ kind: "window", ...at, bottom, top, panes: { kind: "casement", columns } }];
}
