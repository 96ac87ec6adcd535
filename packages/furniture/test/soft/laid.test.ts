import { type BufferGeometry, PlaneGeometry } from "three";
import { expect, test } from "vitest";
import { laidOn } from "../../src/soft/laid.ts";

/** A level sheet of this width at this height. */
const sheet = (width: number, height: number): PlaneGeometry => {
  const plane = new PlaneGeometry(width, 0.4, Math.round(width * 50), 20);
  plane.rotateX(-Math.PI / 2).translate(0, height, 0);
  return plane;
};

const heightsAt = (plane: BufferGeometry, isAsked: (x: number) => boolean): number[] => {
  const position = plane.getAttribute("position");
  return Array.from({ length: position.count }, (_, i) => i)
    .filter((i) => isAsked(position.getX(i)))
    .map((i) => position.getY(i));
};

test("a throw lies on the cloth below it, and hangs as it did beside it", () => {
  const laid = laidOn(sheet(1, 0.54), [sheet(0.6, 0.5)], 0.01);
  for (const height of heightsAt(laid, (x) => Math.abs(x) < 0.29)) expect(height).toBeCloseTo(0.51);
  for (const height of heightsAt(laid, (x) => Math.abs(x) > 0.41)) expect(height).toBeCloseTo(0.54);
});
