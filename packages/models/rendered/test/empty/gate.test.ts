import { expect, test } from "vitest";
import { refusalOfEmptied } from "../../src/empty/gate.ts";

const good = { agreement: 0.95, hidden: 0, cut: 0, lost: 0, seams: 0, floor: 3, changed: 0.2 };

test("a room of which little is hidden may be shown in every mode", () => {
  for (const mode of ["clean", "refurnish", "renovate"] as const) {
    expect(refusalOfEmptied(good, mode)).toBeUndefined();
  }
});

test.each([
  ["a box that the labels contradict", { agreement: 0.3 }, "walls and floor"],
  ["a window behind a wardrobe", { hidden: 0.7 }, "window"],
  ["a pane that nothing in sight is like", { lost: 0.5 }, "window"],
  ["a banister behind a piano", { cut: 0.15 }, "fixture"],
  ["a frame that does not meet the one in sight", { seams: 0.05 }, "window"],
  ["a floor of which too little is in sight to go on", { floor: 0.15 }, "floor"],
  ["a mask over all", { changed: 0.9 }, "mask covers most"],
])("%s is refused by name", (_, fault, words) => {
  expect(refusalOfEmptied({ ...good, ...fault }, "refurnish")?.declined.message).toContain(words);
});

test("a new floor needs nothing of the old one", () => {
  expect(refusalOfEmptied({ ...good, floor: 0 }, "renovate")).toBeUndefined();
});
