import { expect, test } from "vitest";
import { spanMembrane } from "../../src/empty/membrane.ts";

const size = { width: 40, height: 8 };
const plane = (of: (x: number, y: number) => number) =>
  Float32Array.from({ length: 320 }, (_, i) => of(i % 40, Math.floor(i / 40)));

test("light goes on evenly between what is known on both sides", () => {
  const light = plane((x) => (x < 10 || x >= 30 ? 2 * x : 0));
  const known = Uint8Array.from(plane((x) => (x < 10 || x >= 30 ? 1 : 0)));
  spanMembrane([light], { ...size, known, domain: new Uint8Array(320).fill(1) });
  for (const x of [12, 20, 28]) expect(Math.abs((light[4 * 40 + x] ?? 0) - 2 * x)).toBeLessThan(1.5);
});

test("no light leaves the domain", () => {
  const light = plane((x) => (x < 4 ? 100 : x >= 36 ? 20 : 0));
  const known = Uint8Array.from(plane((x) => (x < 4 || x >= 36 ? 1 : 0)));
  const domain = Uint8Array.from(plane((x) => (x < 20 ? 1 : 0)));
  spanMembrane([light], { ...size, known: known.map((is, i) => is & (domain[i] ?? 0)), domain });
  expect(light[4 * 40 + 18]).toBeCloseTo(100, 0);
  expect(light[4 * 40 + 24]).toBe(0);
});
