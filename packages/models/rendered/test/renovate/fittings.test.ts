import { expect, test } from "vitest";
import { faceNames, type Hits } from "../../src/analysis/faces.ts";
import type { WorkingCopy } from "../../src/analysis/working-copy.ts";
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
