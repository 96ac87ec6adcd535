import { expect, test } from "vitest";
import { goneOn } from "../../src/empty/gone-on.ts";
import { lostIn } from "../../src/empty/openings.ts";
import { bare, covered, kept } from "../../src/empty/wall-shapes.ts";

const [width, height] = [140, 80];
/** A window's casing and panes, ends exclusive. */
const casing = { left: 10, right: 90, bottom: 12, top: 74 };
const panes = { left: 14, right: 86, bottom: 20, top: 70 };
const isIn = ({ left, right, bottom, top }: typeof casing, x: number, y: number): boolean =>
  x >= left && x < right && y >= bottom && y < top;

/** White casing and sill, panes that show something else everywhere, on grey paint. */
const levelAt = (x: number, y: number): number => {
  if (isIn(panes, x, y)) return 0.25 + 0.2 * Math.sin(0.9 * x) * Math.sin(0.31 * y + 0.05 * x);
  return isIn(casing, x, y) ? 0.95 : 0.7;
};

const at = (k: number) => [k % width, Math.floor(k / width)] as const;
const isCovered = (x: number, y: number): boolean => x < 68 && y < 32;
const state = Uint8Array.from({ length: width * height }, (_, k) => {
  if (isCovered(...at(k))) return covered;
  return isIn(casing, ...at(k)) ? kept : bare;
});
const truth = Float32Array.from(state, (_, k) => levelAt(...at(k)));
const values = Float32Array.from({ length: 3 * truth.length }, (_, n) => {
  const k = Math.floor(n / 3);
  return state[k] === covered ? 0 : (truth[k] ?? 0);
});
const near = Uint8Array.from(state, (_, k) => (isIn(casing, ...at(k)) ? 1 : 0));
const hidden = near.map((is, k) => (is && state[k] === covered ? 1 : 0));
const wall = { width, height, state, inHouse: near, values };

test("behind what covers it, a sill is completed from the end that is in sight", () => {
  const { from } = goneOn(wall, hidden, near);
  const sill = Array.from(hidden.keys()).filter((k) => hidden[k] && (at(k)[1] ?? 0) < panes.bottom);
  const white = sill.filter((k) => (truth[(from[k] ?? -1) >> 1] ?? 0) > 0.9);
  expect(white.length / sill.length).toBeGreaterThan(0.9);
  expect(lostIn(hidden, near, from, wall)).toBeLessThan(10);
});

test("an opening that is painted over is lost, but for its edge", () => {
  const paint = Int32Array.from(hidden, (is) => (is ? 2 * (width - 1) : -1));
  const all = hidden.reduce((sum, is) => sum + is, 0);
  const lost = lostIn(hidden, near, paint, wall);
  expect(lost / all).toBeGreaterThan(0.6);
  expect(lost / all).toBeLessThan(0.95);
  expect(lostIn(hidden, near, new Int32Array(hidden.length).fill(-1), wall)).toBe(all);
});
