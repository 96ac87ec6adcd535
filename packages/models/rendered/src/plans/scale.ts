import type { Label } from "./read/labels.ts";
import type { Walls } from "./walls.ts";

/** Sides of a room that agree within this part are the sides that its label prints. */
const tolerance = 0.12;

/**
 * Pixels of a metre, from the labels' printed sizes: for each, the free way from the label to the walls around it is
 * compared with every reading of its size, and the scale that most labels share wins. Undefined if none agree.
 */
export function scaleFromLabels(labels: readonly Label[], walls: Walls): number | undefined {
  const votes: { log: number; weight: number }[] = [];
  for (const label of labels) {
    const around = label.sizes.length > 0 ? waysAround(label, walls) : undefined;
    if (!around) continue;
    const [wide, high] = around;
    for (const { sides, weight } of label.sizes)
      for (const [across, along] of [sides, [sides[1], sides[0]]] as const) {
        const apart = Math.abs(Math.log(wide / across / (high / along)));
        if (apart < tolerance)
          votes.push({
            log: Math.log((wide * high) / (across * along)) / 2,
            weight: weight * (1 - apart / tolerance),
          });
      }
  }
  let [best, most] = [0, 0];
  for (const { log } of votes) {
    const near = votes.filter((vote) => Math.abs(vote.log - log) < 0.06);
    const sum = near.reduce((total, vote) => total + vote.weight, 0);
    if (sum <= most) continue;
    most = sum;
    best = near.reduce((total, vote) => total + vote.log * vote.weight, 0) / sum;
  }
  return most > 0.3 ? Math.exp(best) : undefined;
}

/** The width and height in pixels of the room around a label; undefined if no wall surrounds it. */
function waysAround(label: Label, walls: Walls): [number, number] | undefined {
  const { left, right, top, bottom } = label;
  const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
  const wide = steps.flatMap((part) =>
    wayAlong(walls, (left + right) / 2, top + (bottom - top) * part, 1, 0),
  );
  const high = steps.flatMap((part) =>
    wayAlong(walls, left + (right - left) * part, (top + bottom) / 2, 0, 1),
  );
  if (wide.length < 3 || high.length < 3) return undefined;
  return [middle(wide), middle(high)];
}

/** The free way through a point in both directions; nothing if it leaves the plan. */
function wayAlong({ solid, width, height }: Walls, x: number, y: number, dx: number, dy: number): number[] {
  let way = -1;
  for (const sign of [-1, 1]) {
    let [px, py] = [Math.round(x), Math.round(y)];
    while (!solid[py * width + px]) {
      px += dx * sign;
      py += dy * sign;
      if (px < 0 || py < 0 || px >= width || py >= height) return [];
      way++;
    }
  }
  return [way];
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
