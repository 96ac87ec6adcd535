import { expect, test } from "vitest";
import { grownFloor } from "../../src/empty/grown-floor.ts";
import { shiftsOf } from "../../src/empty/shifts.ts";

const [columns, rows, cell, period] = [96, 80, 0.05, 8];

test("joints behind what goes meet those in sight", () => {
  const isJoint = (x: number, z: number): boolean => x % period === 0 || z % period === 0;
  const values = Float32Array.from({ length: columns * rows }, (_, i) =>
    isJoint(i % columns, Math.floor(i / columns)) ? -0.5 : 0.01 * Math.sin(i * 12.9898),
  );
  const hole = values.map((_, i) => {
    const [x, z] = [i % columns, Math.floor(i / columns)];
    return x >= 30 && x < 70 && z >= 25 && z < 60 ? 1 : 0;
  });
  const holes = Uint8Array.from(hole);
  const pattern = { columns, rows, cell, values, known: holes.map((is) => 1 - is) };
  const from = grownFloor(pattern, holes, shiftsOf(pattern));
  let right = 0;
  for (const [i, is] of holes.entries())
    if (is && (values[from[i] ?? -1] ?? 0) < -0.4 === (values[i] ?? 0) < -0.4) right++;
  expect(right / holes.reduce((sum, is) => sum + is, 0)).toBeGreaterThan(0.97);
});
