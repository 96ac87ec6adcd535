import { between, type Random } from "@image-staging/picture/random";
import type { Material } from "@image-staging/tracer/scene";
import type { Draft, OnWall } from "./draft.ts";
import { chrome, dark, joinery, paint, stone, wood } from "./materials.ts";
import { chance, weighted } from "./random.ts";

/** What the units of one kitchen are made of. */
export interface Fitted {
  front: Material;
  top: Material;
  handles: boolean;
}

export const fittedOf = (random: Random): Fitted => ({
  front: joinery(random, 0.4),
  top: weighted(random, [
    [0.5, stone(random)],
    [0.3, wood(random)],
    [0.2, dark],
  ]),
  handles: chance(random, 0.65),
});

/** One base unit: drawers, a leaf, an oven, or a gap that is left for a machine. */
export function addUnit(draft: Draft, unit: OnWall, { front, handles }: Fitted): void {
  const { random } = draft;
  const fix = (span: Partial<OnWall>, depth: readonly [number, number], material: Material) =>
    draft.board("kitchen", { ...unit, ...span }, depth, material);
  const kind = random();
  if (kind < 0.08) return;
  fix({ bottom: 0.1 }, [0, 0.58], dark);
  if (kind < 0.16) {
    fix({ bottom: 0.12, top: 0.87 }, [0.58, 0.6], paint([0.02, 0.02, 0.022], 0.7));
    fix({ bottom: 0.72, top: 0.87 }, [0.6, 0.605], chrome);
    fix({ bottom: 0.66, top: 0.68, from: unit.from + 0.05, to: unit.to - 0.05 }, [0.6, 0.65], chrome);
    return;
  }
  const rows = kind < 0.42 ? [0.1, 0.36, 0.62, 0.875] : [0.1, 0.875];
  for (const [i, bottom] of rows.slice(0, -1).entries()) {
    const top = (rows[i + 1] ?? 0.875) - 0.006;
    fix({ bottom, top }, [0.58, 0.6], front);
    const pull =
      rows.length > 2
        ? {
            from: (unit.from + unit.to) / 2 - 0.08,
            to: (unit.from + unit.to) / 2 + 0.08,
            bottom: top - 0.06,
            top: top - 0.045,
          }
        : { from: unit.to - 0.08, to: unit.to - 0.062, bottom: 0.6, top: 0.75 };
    if (handles) fix(pull, [0.6, 0.63], chrome);
  }
}

/** Wall cupboards in a row, up to the ceiling or not, an extractor between them, or a shelf. */
export function addUpper(draft: Draft, { wall, from, to }: OnWall, { front, handles }: Fitted): void {
  const { random, plan } = draft;
  const kind = random();
  const shelf = { wall, from, to, bottom: between(random, 1.4, 1.7), top: 0 };
  if (kind < 0.2) {
    draft.board("kitchen", { ...shelf, top: shelf.bottom + 0.04 }, [0, 0.28], wood(random));
    return;
  }
  if (kind < 0.3) return;
  const wide = between(random, 0.4, 0.8);
  const [bottom, top] = [1.42, chance(random, 0.35) ? plan.box.height - 0.005 : between(random, 2, 2.2)];
  const hood = from + (to - from) * between(random, 0.3, 0.8);
  for (let x = from; x < to - 0.1; x += wide) {
    const unit = { wall, from: x, to: Math.min(to, x + wide), bottom, top };
    if (hood > x && hood < x + wide && chance(random, 0.5)) {
      draft.board("kitchen", { ...unit, bottom: 1.6, top: 1.66 }, [0, 0.5], chrome);
      draft.board(
        "kitchen",
        { ...unit, from: hood - 0.1, to: hood + 0.1, bottom: 1.66, top: plan.box.height },
        [0, 0.25],
        chrome,
      );
    } else if (chance(random, 0.88)) {
      draft.board("kitchen", unit, [0, 0.315], dark);
      draft.board("kitchen", { ...unit, to: unit.to - 0.006 }, [0.315, 0.33], front);
      const pull = {
        ...unit,
        from: unit.to - 0.08,
        to: unit.to - 0.062,
        bottom: bottom + 0.05,
        top: bottom + 0.2,
      };
      if (handles) draft.board("kitchen", pull, [0.33, 0.355], chrome);
    }
  }
}
