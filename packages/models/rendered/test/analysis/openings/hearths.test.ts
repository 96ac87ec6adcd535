import { expect, it } from "vitest";
import { withHearths } from "../../../src/analysis/openings/hearths.ts";

const pillar = { kind: "fireplace", bottom: 0, top: 1.4 } as const;
const door = { kind: "door", bottom: 0, top: 2.1 } as const;

it("takes a door between the pillars of a mantelpiece for the fireplace", () => {
  const found = [
    { ...door, from: 1, to: 2 },
    { ...pillar, from: 0.6, to: 0.9 },
    { ...pillar, from: 2.1, to: 2.4 },
  ];
  expect(withHearths(found)).toEqual([{ ...pillar, from: 0.6, to: 2.4 }]);
});

it("keeps a door and a fireplace that stand apart", () => {
  const found = [
    { ...door, from: 1, to: 2 },
    { ...pillar, from: 3, to: 4.2 },
  ];
  expect(withHearths(found)).toEqual(found);
});

it("keeps a door next to a fireplace that is wider than a pillar", () => {
  const found = [
    { ...door, from: 1, to: 1.85 },
    { ...pillar, from: -0.7, to: 0.7 },
  ];
  expect(withHearths(found)).toEqual(found);
});
