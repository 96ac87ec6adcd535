import { expect, test } from "vitest";
import { faceNames, type Hits } from "../../src/analysis/faces.ts";
import type { WorkingCopy } from "../../src/analysis/picture/working-copy.ts";
import { domainOf } from "../../src/renovate/fittings.ts";

/** A back wall of 2 x 2 m in 100 x 100 pixels, and an opening that was found in its left half. */
const size = 100;
const count = size * size;
const planes = { left: 0, right: 2, back: -2, front: 0, height: 2 };
const hits: Hits = {
  face: new Uint8Array(count).fill(faceNames.indexOf("back")),
  u: Float32Array.from({ length: count }, (_, i) => ((i % size) + 0.5) / size),
  v: Float32Array.from({ length: count }, (_, i) => 1 - (Math.floor(i / size) + 0.5) / size),
};
const flat = new Float32Array(count);
const copy = { lab: [flat, flat, flat], width: size, height: size } as unknown as WorkingCopy;
const door = { kind: "door", wall: "back", from: 0, to: 1, bottom: 0, top: 1.6 } as const;

test("plain wall that was found with a door is no part of the door", () => {
  const walls = new Uint8Array(count).fill(1);
  const plain = walls.map((_, i) => (i % size < 20 || i % size >= 50 ? 1 : 0));
  const domain = domainOf(copy, hits, planes, [door], walls, plain);
  const row = Array.from(domain.slice(60 * size, 61 * size));
  expect(row).toEqual(Array.from({ length: size }, (_, x) => (x < 20 || x >= 50 ? 1 : 0)));
});

test("beside a radiator that nobody found below a window, the wall is paint", () => {
  const isRib = (x: number, y: number) => x >= 40 && x < 85 && y >= 60;
  const lightness = Float32Array.from({ length: count }, (_, i) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    return 70 + (x % 2 ? 1 : -1) * (isRib(x, y) ? 15 : 0.5);
  });
  const ribbed = { ...copy, lab: [lightness, flat, flat] } as unknown as WorkingCopy;
  const window = { kind: "window", wall: "back", from: 0.2, to: 1.8, bottom: 0.9, top: 1.6 } as const;
  const walls = new Uint8Array(count).fill(1);
  const domain = domainOf(ribbed, hits, planes, [window], walls, new Uint8Array(count));
  const kept = [...domain.slice(80 * size, 81 * size).keys()].filter((x) => !domain[80 * size + x]);
  expect(kept[0]).toSatisfy((x: number) => x >= 30 && x <= 40);
  expect(kept.at(-1)).toSatisfy((x: number) => x >= 84 && x <= 92);
});
