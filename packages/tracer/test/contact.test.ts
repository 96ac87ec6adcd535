import { block } from "@image-staging/furniture/kit/block";
import { pieceOf } from "@image-staging/furniture/kit/piece";
import { expect, it } from "vitest";
import { contactOf, keptAt } from "../src/contact.ts";
import { flatten } from "../src/geometry.ts";

const box = { left: -1, right: 1, back: -2, front: 0, height: 2.5 };

/** What the floor keeps of its light at places beside a leg of 4 cm whose lower end is at a height. */
function beside(bottom: number, stands = true): number[] {
  const leg = pieceOf("sideTable", [
    [{ kind: "paint", color: [0.5, 0.5, 0.5], gloss: 0 }, block(0.04, 0.4, 0.04).translate(0, 0.2, 0)],
  ]);
  const geometry = flatten([{ piece: leg, x: 0.3, y: bottom, z: -1, turn: 0 }]);
  const contact = contactOf(geometry, box, () => stands);
  return [0.01, 0.03, 0.12].map((away) => keptAt(contact, 0.32 + away, -1));
}

it("darkens the floor right around a leg, less further away", () => {
  const [near = 1, further = 1, away] = beside(0);
  expect(near).toBeLessThan(0.75);
  expect(further).toBeGreaterThan(near);
  expect(further).toBeLessThan(0.95);
  expect(away).toBe(1);
});

it("leaves the floor below what hangs over it, and around rugs", () => {
  expect(beside(0.1)).toEqual([1, 1, 1]);
  expect(beside(0, false)).toEqual([1, 1, 1]);
});

it("leaves what lies beyond the room", () => {
  const contact = contactOf(flatten([]), box, () => true);
  expect([keptAt(contact, 5, -1), keptAt(contact, 0, 3)]).toEqual([1, 1]);
});
