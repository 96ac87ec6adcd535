import { expect, test } from "vitest";
import { proposedMask } from "../../src/empty/proposal.ts";
import { removedBy } from "../../src/empty/removed.ts";
import { drawnWithBlock, isIn } from "./drawn.ts";

const low = { left: 90, right: 150, top: 95, bottom: 140 };
const high = { left: 100, right: 130, top: 40, bottom: 60 };

test("a proposed mask covers what stands on the floor", () => {
  const { furnished, hidden } = drawnWithBlock(6, low);
  const mask = proposedMask(hidden.labels, furnished);
  const inside = mask.filter((_, i) => isIn(low, i));
  expect(inside.every((level) => level === 255)).toBe(true);
  expect(mask.filter((level) => level === 255).length).toBeLessThan(1.4 * inside.length);
});

test("a picture that hangs is not proposed", () => {
  const { furnished, hidden } = drawnWithBlock(6, high);
  expect(proposedMask(hidden.labels, furnished).every((level) => level === 0)).toBe(true);
});

test("what goes is what a mask covers, a rim around it, and no opening", () => {
  const { hidden } = drawnWithBlock(6, low);
  const { labels, hits, removed: mask } = hidden;
  const removed = removedBy(mask, labels, hits);
  const fixed = labels.group("fixed");
  expect(mask.every((own, i) => !own || removed[i] === 1)).toBe(true);
  expect(removed.some((own, i) => own === 1 && !mask[i])).toBe(true);
  expect(removed.every((own, i) => mask[i] === 1 || own === 0 || fixed[i] === 0)).toBe(true);
});
