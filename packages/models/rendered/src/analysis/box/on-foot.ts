import { alongLine, clip } from "@image-staging/picture/edge-field";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { projectorOf } from "../projector.ts";
import { type Box, type Edge, type Evidence, edgesOf } from "./box.ts";

const floorEdges = ["floorBack", "floorLeft", "floorRight"] as const satisfies readonly Edge[];
const step = 0.005;
/** Skirting boards are at most so high, in units of the camera's elevation. */
const highest = 0.16;
const lowest = -0.06;
/** Colours that differ by less are the floor and its own lines, by more a board and the floor, whatever the wall's is. */
const [faint, clear] = [2.2, 10];

/** A second line so far below the found one can be the foot of a board, of which the upper edge was found. */
const board = { least: 0.05, most: 0.14 };

/** A level that the floor's lines can lie on: how much edge is there, and the mean Lab along it. */
interface Level {
  rise: number;
  edge: number;
  /** The edge on each of the floor's lines, 0 if the picture does not show it. */
  each: readonly number[];
  lab: readonly [number, number, number];
}

/** A box, and the nearest that its walls can stand: nearer than found if what was found can be a skirting's upper edge. */
export interface Foot {
  box: Box;
  nearest: Pick<Box, "back" | "left" | "right">;
}

/**
 * The box on the foot of the skirting. A board's upper edge is a line like its foot, and often the stronger one: all
 * boxes that differ in the floor's height alone are compared, and of the lines that part two colours, floor's and wall's, the lowest wins.
 */
export function onFoot(copy: WorkingCopy, evidence: Evidence, box: Box): Foot {
  const levels: Level[] = [];
  for (let rise = lowest; rise < highest + 6 * step; rise += step)
    levels.push(levelAt(copy, evidence, box, rise));
  const inRange = levels.filter(({ rise }) => rise <= highest);
  const most = Math.max(...inRange.map(({ edge }) => edge));
  if (most <= 0) return { box, nearest: box };
  let chosen = inRange.findIndex(({ edge }) => edge === most);
  for (let i = chosen + 2; i < inRange.length; i++) {
    const { edge } = levels[i] as Level;
    const isPeak = edge >= (levels[i - 1] as Level).edge && edge >= (levels[i + 1] as Level).edge;
    if (!isPeak || edge < 0.4 * most) continue;
    const wall = meanLab(levels.slice(Math.max(0, chosen - 5), chosen - 1));
    const [board, floor] = [meanLab(levels.slice(chosen + 1, i)), meanLab(levels.slice(i + 1, i + 5))];
    const least = levelsAgree(levels, chosen, i)
      ? faint
      : Math.max(faint, Math.min(clear, difference(board, wall)));
    if (difference(board, floor) > least) chosen = i;
  }
  const found = lowered(box, (levels[chosen] as Level).rise);
  const [back, left, right] = (["back", "left", "right"] as const).map(
    (side, wall) => lowered(box, lowestOf(levels, chosen, wall))[side],
  ) as [number, number, number];
  return { box: found, nearest: { back, left, right } };
}

/** The rise of the lowest level that can be a wall's foot: the chosen one, unless another edge below it is about as clear. */
function lowestOf(levels: readonly Level[], chosen: number, wall: number): number {
  const clear = levels[chosen]?.each[wall] ?? 0;
  const [from, to] = [chosen + Math.round(board.least / step), chosen + Math.round(board.most / step)];
  let lowest = chosen;
  for (let i = from; i <= Math.min(to, levels.length - 1); i++) {
    const { near, beside } = aroundOf(levels, i, wall);
    // A strong edge echoes as far as the field's mean reaches: without a gap between them there is no second one.
    const between = levels.slice(chosen + 5, i - 2).map(({ each }) => each[wall] ?? 0);
    const isApart = Math.min(...between) < 0.8 * near;
    if (clear > 0 && isApart && near > 0.6 * clear && near - beside > 0.25 * clear) lowest = i;
  }
  return (levels[lowest] as Level).rise;
}

/** A wall's clearest edge within two levels of one, and the mean of the edges a little above and below. */
function aroundOf(levels: readonly Level[], level: number, wall: number): { near: number; beside: number } {
  const at = (offset: number): number => Math.max(0, levels[level + offset]?.each[wall] ?? 0);
  const beside = [-7, -6, -5, 5, 6, 7].filter((offset) => levels[level + offset]);
  return {
    near: Math.max(...[-2, -1, 0, 1, 2].map(at)),
    beside: beside.reduce((sum, offset) => sum + at(offset), 0) / Math.max(1, beside.length),
  };
}

/**
 * Whether a lower level is an edge on two walls at least, half as clear as the upper one and clearer than what is a
 * little above and below: a board of the floor's wood. The floor's own joints run along one wall.
 */
function levelsAgree(levels: readonly Level[], upper: number, lower: number): boolean {
  const edges = (level: number): readonly number[] => levels[level]?.each ?? [];
  const agree = edges(lower).filter((edge, wall) => {
    const near = Math.max(edges(lower - 3)[wall] ?? 0, edges(lower + 3)[wall] ?? 0);
    return edge > 0 && edge > 0.5 * (edges(upper)[wall] ?? 0) && edge > 1.2 * near;
  });
  return agree.length > 1;
}

/** The same walls and ceiling in the picture over a floor that lies lower by `rise` of the camera's elevation. */
export function lowered({ left, right, back, height }: Box, rise: number): Box {
  const share = 1 - rise;
  return { left: left * share, right: right * share, back: back * share, height: 1 + (height - 1) * share };
}

function levelAt(copy: WorkingCopy, { camera, edges }: Evidence, box: Box, rise: number): Level {
  const lines = edgesOf(projectorOf(camera), lowered(box, rise));
  const each: number[] = [];
  const sum = [0, 0, 0];
  let count = 1e-6;
  for (const name of floorEdges) {
    const line = lines[name];
    const part = line && clip(line, 1, copy);
    each.push(line && part ? alongLine(edges, ...line) : 0);
    if (!line || !part) continue;
    const [x1, y1, x2, y2] = line;
    const steps = Math.ceil((Math.hypot(x2 - x1, y2 - y1) * (part[1] - part[0])) / 4);
    for (let k = 0; k < steps; k++) {
      const t = part[0] + ((k + 0.5) / steps) * (part[1] - part[0]);
      const i = Math.floor(y1 + t * (y2 - y1)) * copy.width + Math.floor(x1 + t * (x2 - x1));
      for (const c of [0, 1, 2] as const) sum[c] = (sum[c] as number) + copy.lab[c].at(i);
      count++;
    }
  }
  return {
    rise,
    edge: each.reduce((all, one) => all + one, 0),
    each,
    lab: [(sum[0] as number) / count, (sum[1] as number) / count, (sum[2] as number) / count],
  };
}

/** Of two Lab colours; shade changes lightness, so it counts half. */
function difference(a: readonly [number, number, number], b: readonly [number, number, number]): number {
  return Math.hypot(0.5 * (a[0] - b[0]), a[1] - b[1], a[2] - b[2]);
}

function meanLab(levels: readonly Level[]): [number, number, number] {
  const mean = (c: 0 | 1 | 2): number =>
    levels.reduce((sum, { lab }) => sum + lab[c], 0) / Math.max(1, levels.length);
  return [mean(0), mean(1), mean(2)];
}
