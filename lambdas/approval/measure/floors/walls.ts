import type { Slopes } from "@image-staging/picture/gradient";

/** Above this part of the height is no floor; below another one, near the picture's middle, is nothing else. */
export const wallsReach = 0.45;
const [floorRow, floorSide] = [0.8, 0.15];
/** Slopes are told apart by so many levels a pixel, up to the last step. */
const [step, steps] = [0.5, 64];
const [wall, floor] = [1, 2];
/** Water from above meets slopes as if they were so much steeper: what is in doubt is floor. */
const doubt = 1.5;

/**
 * Marks with 1 what is wall or ceiling, and what stands before it, by the watershed of a picture's slopes: water that rises
 * above and below meets at the edges between wall and floor, even if these are faint somewhere.
 */
export function wallsOf({ width, height, size }: Slopes): Uint8Array {
  const labels = new Uint8Array(width * height);
  const levels: number[][] = Array.from({ length: steps }, () => []);
  /** The outermost pixels have no slope: theirs is the next one's. */
  const inside = (i: number) => {
    const x = Math.max(1, Math.min(width - 2, i % width));
    return Math.max(1, Math.min(height - 2, Math.floor(i / width))) * width + x;
  };
  const add = (i: number, label: number, least: number) => {
    labels[i] = label;
    const slope = size.at(inside(i)) * (label === wall ? doubt : 1);
    levels[Math.max(least, Math.min(steps - 1, Math.floor(slope / step)))]?.push(i);
  };
  for (let i = 0; i < labels.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (y < wallsReach * height) add(i, wall, 0);
    else if (y > floorRow * height && Math.abs(x / width - 0.5) < floorSide) add(i, floor, 0);
  }
  for (const [level, front] of levels.entries())
    for (let next = 0; next < front.length; next++) {
      const i = front[next] ?? 0;
      const x = i % width;
      const label = labels[i] ?? wall;
      if (x > 0 && labels[i - 1] === 0) add(i - 1, label, level);
      if (x < width - 1 && labels[i + 1] === 0) add(i + 1, label, level);
      if (labels[i - width] === 0) add(i - width, label, level);
      if (labels[i + width] === 0) add(i + width, label, level);
    }
  for (let i = 0; i < labels.length; i++) if (labels[i] !== wall) labels[i] = 0;
  return labels;
}
