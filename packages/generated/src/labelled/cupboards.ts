import { between, pick } from "@image-staging/picture/random";
import type { Material } from "@image-staging/tracer/scene";
import { type Draft, type OnWall, reachOf, sides } from "./draft.ts";
import { anyMaterial, chrome, dark, joinery, wallPaint, wood } from "./materials.ts";
import { addPanels } from "./panels.ts";
import { chance, weighted } from "./random.ts";
import { gridOf, inset } from "./shapes.ts";

/** Gaps between fronts; fronts stand out by their thickness. */
const gap = 0.0035;
const front = 0.015;

/** Fitted cupboards and shelves of all heights: a piece of wall, or all of one, around its windows. */
export function addCupboards(draft: Draft): void {
  const { random, plan } = draft;
  if (chance(random, 0.3)) {
    addWallOfCupboards(draft);
    return;
  }
  const wide = between(random, 0.9, 3.6);
  const at = draft.spot(wide);
  if (!at) return;
  const { height } = plan.box;
  const [top, depth] = weighted(random, [
    [0.45, [height - 0.01, between(random, 0.02, 0.62)]],
    [0.25, [between(random, 1.9, height - 0.05), between(random, 0.02, 0.62)]],
    [0.3, [between(random, 0.35, 1.1), between(random, 0.25, 0.6)]],
  ] as const);
  const inPaint = chance(random, 0.4);
  const material = inPaint ? wallPaint(plan, at.wall) : joinery(random);
  const handles = inPaint || chance(random, 0.65);
  const span = { ...at, bottom: 0, top };
  if (chance(random, 0.3) && depth > 0.15) addShelves(draft, span, depth, material);
  else addFronts(draft, span, depth, { material, handles });
}

/** Cupboards from corner to corner and from floor to ceiling, mostly in the wall's paint, with the windows left free. */
function addWallOfCupboards(draft: Draft): void {
  const { random, plan } = draft;
  const wall = pick(random, sides);
  const [start, end] = reachOf(plan, wall);
  const holes = plan.openings.filter((at) => at.wall === wall);
  if (holes.some(({ kind }) => kind === "radiator" || kind === "fireplace")) return;
  // Fronts in the wall's paint always have handles: without them nobody could tell them from a wall at a distance.
  const inPaint = chance(random, 0.7);
  const material = inPaint ? wallPaint(plan, wall) : joinery(random);
  const depth = between(random, 0.02, 0.5);
  const handles = inPaint || chance(random, 0.65);
  const edges = [
    start,
    ...holes.flatMap(({ from, to }) => [from - 0.1, to + 0.1]).sort((a, b) => a - b),
    end,
  ];
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const [from = 0, to = 0] = [edges[i], edges[i + 1]];
    const stretch = { wall, from: from + 0.01, to: to - 0.01 };
    if (to - from < 0.35 || !draft.isFree(stretch, -0.05)) continue;
    draft.take(stretch);
    addFronts(draft, { ...stretch, bottom: 0, top: plan.box.height - 0.01 }, depth, { material, handles });
  }
}

/** Closed fronts in columns, in one or more rows, with dark gaps between them. */
function addFronts(
  draft: Draft,
  span: OnWall,
  depth: number,
  { material, handles }: { material: Material; handles: boolean },
): void {
  const { random } = draft;
  const { wall, from, to, top } = span;
  draft.board("cupboard", span, [0, depth], material);
  draft.board("cupboard", { ...span, bottom: 0.02, top: top - 0.01 }, [depth, depth + 0.002], dark);
  const columns = Math.max(1, Math.round((to - from) / between(random, 0.4, 0.8)));
  const panelled = chance(random, 0.5);
  const handle = chance(random, 0.5) ? dark : chrome;
  const rows = rowsOf(draft, top);
  for (const [j, bottom] of rows.slice(0, -1).entries())
    for (const cell of gridOf({ from, to, bottom, top: rows[j + 1] ?? top }, columns, 1)) {
      const leaf = { wall, ...inset(cell, gap) };
      draft.board("cupboard", leaf, [depth, depth + front], material);
      if (panelled)
        addPanels(draft, "cupboard", leaf, { face: depth + front, material, columns: 1, rows: 1 });
      if (handles) addPull(draft, leaf, depth + front, handle);
    }
  const worktop = { ...span, from: from - 0.02, to: to + 0.02, bottom: top, top: top + 0.04 };
  if (top < 1.2 && chance(random, 0.5))
    draft.board("cupboard", worktop, [0, depth + 0.03], chance(random, 0.5) ? material : wood(random));
}

/** A bar at the leaf's side if it is tall, or a pull in the middle of a drawer. */
function addPull(
  draft: Draft,
  { wall, from, to, bottom, top }: OnWall,
  face: number,
  material: Material,
): void {
  const [x, y] = [(from + to) / 2, (bottom + top) / 2];
  const tall = top - bottom > to - from;
  const pull = tall
    ? { wall, from: to - 0.06, to: to - 0.045, bottom: Math.min(y, 1.1) - 0.08, top: Math.min(y, 1.1) + 0.08 }
    : { wall, from: x - 0.07, to: x + 0.07, bottom: top - 0.08, top: top - 0.065 };
  draft.board("cupboard", pull, [face, face + 0.025], material);
}

/** Where rows of fronts begin and end: cupboards over drawers, a loft row on top, or drawers alone. */
function rowsOf({ random }: Draft, top: number): number[] {
  if (top < 1.5) return chance(random, 0.5) ? [0.06, top] : [0.06, top / 3, (2 * top) / 3, top];
  const low = between(random, 0.5, 1);
  return weighted(random, [
    [0.4, [0.08, top]],
    [0.2, [0.08, low, top]],
    [0.2, [0.08, 0.35, 0.62, 0.9, top]],
    [0.2, [0.08, Math.min(top - 0.3, 2.05), top]],
  ]);
}

/** Open shelves with things on them, often over low cupboards. */
export function addShelves(draft: Draft, span: OnWall, depth: number, material: Material): void {
  const { random } = draft;
  const { from, to, bottom, top } = span;
  draft.board("cupboard", span, [0, 0.02], chance(random, 0.7) ? material : wood(random));
  const count = 1 + Math.floor((to - from) / between(random, 0.5, 1.1));
  for (const { from: x } of gridOf(span, count, 1))
    draft.board("cupboard", { ...span, from: x, to: x + 0.03 }, [0, depth], material);
  draft.board("cupboard", { ...span, from: to - 0.03 }, [0, depth], material);
  const base = top > 1.5 && chance(random, 0.6) ? Math.min(0.85, top) : bottom + 0.05;
  const filled = chance(random, 0.5);
  for (let y = base; y < top; y += between(random, 0.28, 0.5)) {
    draft.board("cupboard", { ...span, bottom: y, top: y + 0.025 }, [0, depth], material);
    if (filled && chance(random, 0.7))
      addShelved(draft, { ...span, bottom: y + 0.025, top: Math.min(top, y + 0.25) }, depth);
  }
  if (base > 0.2)
    addFronts(draft, { ...span, bottom: 0, top: base }, depth + 0.05, {
      material,
      handles: chance(random, 0.6),
    });
}

function addShelved(draft: Draft, span: OnWall, depth: number): void {
  const { random } = draft;
  for (let x = span.from + 0.08; x < span.to - 0.3; x += between(random, 0.1, 0.6)) {
    const high = span.bottom + (span.top - span.bottom) * between(random, 0.35, 0.95);
    const thing = { ...span, from: x, to: x + between(random, 0.03, 0.2), top: high };
    draft.board("thing", thing, [0.02, depth * 0.8], anyMaterial(random));
  }
}
