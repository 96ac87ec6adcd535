import { project } from "@image-staging/tracer/camera";
import type { Camera, Vec3 } from "@image-staging/tracer/scene";
import { projectorOf } from "../projector.ts";
import { cell, type LitGround, noGround, shaded, sunny } from "./shade.ts";

/** How far shadows are followed, the step, and how far from what stands on it sunny ground is not on the side of its shadow: metres. */
const [reach, step, beside] = [8, 0.15, 0.6] as const;
/** Places that are asked, and directions of the sun around the viewer. */
const [places, turns] = [240, 48] as const;
/** What it costs if shade ends, towards the sun, in sunny ground, in nothing that is in sight, or at `reach`, or if sun lies where shade would. */
const costs = { sunny: 1, unseen: 0.4, far: 0.4, beside: 0.4 } as const;
/** What it costs if the sun stands ahead: most pictures are taken with it behind. */
const ahead = 0.2;
/** What the best direction costs at most: of ten photos with the sun's shadows 0.13 to 0.56, of a dark deck with gloss 0.78. */
const most = 0.65;
/** How high fences, hedges and ground floors are, about, in metres; and how high the sun stands: in radians, at least, usually, at most. */
const [caster, low, usual, high] = [2, 0.45, 0.85, 1.1] as const;

/**
 * The direction towards the sun that explains best what is lit: from a shaded place there is something between it and the sun, so
 * ground that it stands on, and on its sunny side ground is lit. Shadows of things of usual height tell how high it stands. Nothing if no
 * direction explains it.
 */
export function towardsSun(
  { width: columns, height: rows, state }: LitGround,
  camera: Camera,
): Vec3 | undefined {
  const { onLevel } = projectorOf(camera);
  const cellAt = (x: number, z: number): number | undefined => {
    const at = project(camera, [x, 0, z]);
    const [column, row] = at ? [Math.floor(at.x / cell), Math.floor(at.y / cell)] : [-1, -1];
    return column < 0 || row < 0 || column >= columns || row >= rows
      ? undefined
      : state[row * columns + column];
  };
  const spots = [shaded, sunny].map((wanted) => {
    const all = Array.from(state.keys()).filter((i) => state[i] === wanted);
    return all
      .filter((_, k) => k % Math.ceil(all.length / places) === 0)
      .flatMap((i) => {
        const foot = onLevel(((i % columns) + 0.5) * cell, (Math.floor(i / columns) + 0.5) * cell, 0);
        return foot && Math.hypot(...foot) < 15 ? [foot] : [];
      });
  });
  const [inShade = [], inSun = []] = spots;
  let best = { cost: Number.POSITIVE_INFINITY, turn: 0, lengths: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    const [dx, dz] = [Math.sin((2 * Math.PI * turn) / turns), Math.cos((2 * Math.PI * turn) / turns)];
    const lengths: number[] = [];
    let cost = (ahead * (1 - dz)) / 2;
    for (const [x, z] of inShade) {
      const [end, t] = endOf((s) => cellAt(x + s * dx, z + s * dz));
      if (end === noGround) lengths.push(t);
      cost +=
        (end === sunny ? costs.sunny : end === undefined ? costs.unseen : (costs.far * t) / reach) /
        inShade.length;
    }
    for (const [x, z] of inSun)
      if (cellAt(x + beside * dx, z + beside * dz) === noGround) cost += costs.beside / inSun.length;
    if (cost < best.cost) best = { cost, turn, lengths };
  }
  if (best.cost > most) return undefined;
  const angle = (2 * Math.PI * best.turn) / turns;
  const long = best.lengths.sort((a, b) => a - b)[Math.floor(0.9 * best.lengths.length)];
  const rise = long === undefined ? usual : Math.min(high, Math.max(low, Math.atan2(caster, long)));
  return [Math.sin(angle) * Math.cos(rise), Math.sin(rise), Math.cos(angle) * Math.cos(rise)];
}

/** What shade ends in, followed on the ground, and after how many metres: two steps of sun in a row, or the first of anything else. */
function endOf(at: (s: number) => number | undefined): [end: number | undefined, s: number] {
  let before: number = shaded;
  for (let s = step; s < reach; s += step) {
    const found = at(s);
    if (found === undefined || found === noGround || (found === sunny && before === sunny)) return [found, s];
    before = found;
  }
  return [undefined, reach];
}
