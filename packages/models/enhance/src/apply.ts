import { float32At } from "@image-staging/picture/at";
import { relativeLuminance } from "@image-staging/picture/luminance";
import type { Picture } from "@image-staging/picture/picture";
import type { Plane } from "@image-staging/picture/plane";
import { levelOf, linearOfSrgb } from "@image-staging/picture/srgb";
import { balanceOf } from "./balance.ts";
import { smoothstep } from "./copy.ts";
import type { Grade } from "./decide.ts";
import { Detail, noiseOf } from "./detail.ts";
import type { Grid } from "./grid.ts";
import parameters from "./pro_capture.json" with { type: "json" };
import { curveOf } from "./tone.ts";

/** Steps of a level in which linear light is tabled. */
const perLevel = 8;
const linearOfLevel = Float32Array.from({ length: 255 * perLevel + 1 }, (_, i) =>
  linearOfSrgb(i / perLevel / 255),
);
const steps = 4096;

/** The picture under a grade, at its full size, with less noise and a little sharper. */
export function graded(picture: Picture, grade: Grade, wraps: boolean): Uint8Array {
  const { width, height } = picture;
  const detail = new Detail(picture, noiseOf(picture), wraps);
  const levels = new Float32Array(width * 3);
  const balance = new Float32Array(width * 3);
  const factors = new Float32Array((grade.grid.columns + 2) * grade.grid.lights);
  const point = pointFactors(grade.gain);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    detail.row(y, levels);
    const down = (y + 0.5) / height;
    balanceRow(grade, down, balance, wraps);
    factorRow(grade.grid, down, factors);
    gradeRow(levels, { balance, factors, point, grade }, data.subarray(y * width * 3, (y + 1) * width * 3));
  }
  return data;
}

/** The part of the curve that looks at a channel's own value, by value. */
function pointFactors(gain: number): Float32Array {
  const curve = curveOf(gain);
  return Float32Array.from({ length: steps + 1 }, (_, i) => {
    const value = Math.max(0.5, i) / steps;
    return (curve(value) / value) ** (1 - parameters.tone.base);
  });
}

/** Factors of red, green and blue that take a row's casts out. */
function balanceRow({ cast, local }: Grade, down: number, balance: Float32Array, wraps: boolean): void {
  const width = balance.length / 3;
  const { width: columns, height: rows } = local.red;
  const [above, share] = place(down, rows, false);
  const below = Math.min(rows - 1, above + 1);
  for (let x = 0; x < width; x++) {
    const [left, part] = place((x + 0.5) / width, columns, wraps);
    const right = wraps ? (left + 1) % columns : Math.min(columns - 1, left + 1);
    const at = (plane: Plane): number => {
      const top = mixed(plane.at(above * columns + left), plane.at(above * columns + right), part);
      const bottom = mixed(plane.at(below * columns + left), plane.at(below * columns + right), part);
      return mixed(top, bottom, share);
    };
    balance.set(balanceOf(cast.red + at(local.red), cast.blue + at(local.blue)), x * 3);
  }
}

/** The cell left of (or above) a place from 0 to 1, and how far the place is on the way to the next. */
function place(at: number, cells: number, wraps: boolean): [number, number] {
  const position = at * cells - 0.5;
  const cell = Math.floor(position);
  if (wraps) return [(cell + cells) % cells, position - cell];
  if (cell < 0) return [0, 0];
  return cell >= cells - 1 ? [cells - 1, 0] : [cell, position - cell];
}

const mixed = (from: number, to: number, part: number): number => from + (to - from) * part;

/** The grid's factors for a row, with one more column at each end. */
function factorRow({ columns, rows, lights, wraps, factors }: Grid, down: number, row: Float32Array): void {
  const [above, share] = place(down, rows, false);
  const below = Math.min(rows - 1, above + 1);
  for (let column = -1; column <= columns; column++) {
    const inside = wraps ? (column + columns) % columns : Math.min(columns - 1, Math.max(0, column));
    for (let light = 0; light < lights; light++) {
      const at = (line: number) => float32At(factors, (line * columns + inside) * lights + light);
      row[(column + 1) * lights + light] = mixed(at(above), at(below), share);
    }
  }
}

interface RowGrade {
  balance: Float32Array;
  factors: Float32Array;
  point: Float32Array;
  grade: Grade;
}

function gradeRow(levels: Float32Array, { balance, factors, point, grade }: RowGrade, out: Uint8Array): void {
  const width = levels.length / 3;
  const { veil, grid } = grade;
  const { columns, lights } = grid;
  const { from, to } = parameters.burnt;
  for (let x = 0; x < width; x++) {
    const [r, g, b] = [float32At(levels, x * 3), float32At(levels, x * 3 + 1), float32At(levels, x * 3 + 2)];
    // What is burnt out shows no light's colour.
    const kept = 1 - smoothstep(Math.min(r, g, b), from, to);
    const red = clearOf(r, 1 + kept * (float32At(balance, x * 3) - 1), veil);
    const green = clearOf(g, 1 + kept * (float32At(balance, x * 3 + 1) - 1), veil);
    const blue = clearOf(b, 1 + kept * (float32At(balance, x * 3 + 2) - 1), veil);
    const light = Math.sqrt(Math.min(1, relativeLuminance(red, green, blue))) * (lights - 1);
    const across = ((x + 0.5) / width) * columns + 0.5;
    const [column, level] = [Math.floor(across), Math.min(lights - 2, Math.floor(light))];
    const [dx, dl] = [across - column, light - level];
    const at = column * lights + level;
    const left = float32At(factors, at) * (1 - dl) + float32At(factors, at + 1) * dl;
    const right = float32At(factors, at + lights) * (1 - dl) + float32At(factors, at + lights + 1) * dl;
    const factor = left + (right - left) * dx;
    out[x * 3] = byteOf(red, factor, point);
    out[x * 3 + 1] = byteOf(green, factor, point);
    out[x * 3 + 2] = byteOf(blue, factor, point);
  }
}

function clearOf(level: number, balance: number, veil: number): number {
  const tabled = Math.round(Math.min(255, Math.max(0, level)) * perLevel);
  return Math.max(0, float32At(linearOfLevel, tabled) * balance - veil) / (1 - veil);
}

function byteOf(value: number, factor: number, point: Float32Array): number {
  const inside = Math.min(1, value);
  return Math.round(levelOf(inside * factor * float32At(point, Math.round(inside * steps))));
}
