import { expect, test } from "vitest";
import { separated } from "../../src/renovate/glare.ts";

const columns = 100;
const inPatch = (k: number): boolean => k % columns >= 40 && k % columns < 60 && k >= 4000 && k < 6000;

const reddish = [0.1, 0.03, 0.015] as const;

/** What a floor receives in a patch of another colour (linear), and mirrors there and elsewhere; it receives 1. */
function seenIn(patch: readonly [number, number, number], isSunny = false, floor: typeof patch = reddish) {
  const colour = new Float32Array(columns * columns * 4);
  for (let k = 0; k < columns * columns; k++) colour.set([...(inPatch(k) ? patch : floor), 1], k * 4);
  const sunny = Uint8Array.from({ length: columns * columns }, (_, k) => (isSunny && inPatch(k) ? 1 : 0));
  const { received, mirrored } = separated(colour, columns, [1, 1, 1], sunny);
  const [inside, beside] = [50 * columns + 50, 10 * columns + 50];
  return { receives: received[inside], mirrors: mirrored[inside], mirrorsBeside: mirrored[beside] };
}

test("a dark floor receives as much below a mirrored window as beside it, also if its light is bluish", () => {
  const { receives, mirrors, mirrorsBeside } = seenIn([0.45, 0.43, 0.515]);
  expect(receives).toBeCloseTo(1, 1);
  expect(mirrors).toBeGreaterThan(0.6);
  expect(mirrorsBeside).toBeLessThan(0.03);
});

test("a floor receives sun that the photo shows too bright for its hue, and mirrors none", () => {
  const { receives, mirrors } = seenIn([1, 0.96, 0.9], true);
  expect(receives).toBeGreaterThan(8);
  expect(mirrors).toBe(0);
});

test("a floor without a hue mirrors what exceeds twice its usual light", () => {
  const { receives, mirrors, mirrorsBeside } = seenIn([0.4, 0.4, 0.4], false, [0.1, 0.1, 0.1]);
  expect(receives).toBeCloseTo(2);
  expect(mirrors).toBeCloseTo(0.2 * Math.sqrt(3));
  expect(mirrorsBeside).toBeCloseTo(0);
});
