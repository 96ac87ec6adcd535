import { expect, test } from "vitest";
import { boardHeight, evidenceOf, type StepAlong } from "../../../src/analysis/seams/boards.ts";

/** Lines of 400 columns; a metre is 200 pixels, and steps of Lab lie at heights above row 300. */
const lineAt = (metres: number) => new Float32Array(400).fill(300 - 200 * metres);
const showing =
  (...edges: readonly (readonly [metres: number, step: number])[]): StepAlong =>
  (line) =>
    Math.max(
      0,
      ...edges.map(([metres, step]) => (Math.abs((line[0] as number) - 300 + 200 * metres) < 1 ? step : 0)),
    );

test("a board ends at the highest edge along the walls", () => {
  expect(boardHeight(lineAt, showing([0.1, 4], [0.18, 1]))).toBeCloseTo(0.18, 2);
  expect(boardHeight(lineAt, showing())).toBe(0);
});

test("an edge along half of the walls leaves it open whether there is a board", () => {
  const edge = showing([0.1, 4]);
  expect(boardHeight(lineAt, (line, from, to) => (from < 200 ? edge(line, from, to) : 0))).toBeUndefined();
});

test("a skirting's foot is its clearest edge: a fainter one further on is a shadow", () => {
  expect(boardHeight(lineAt, showing([0.1, 4], [0.18, 1]), true)).toBeCloseTo(0.1, 2);
  expect(boardHeight(lineAt, showing([0.1, 4], [0.18, 3]), true)).toBeCloseTo(0.18, 2);
});

test("a low board's foot is found beside the clearer edge of its top", () => {
  const steps: StepAlong = (line) => {
    const away = (row: number) => Math.max(0, 1 - Math.abs((line[0] as number) - row) / 3);
    return Math.max(9 * away(300), 2 * away(308));
  };
  const below = (metres: number) => new Float32Array(400).fill(300 + 100 * metres);
  expect(Math.abs((boardHeight(below, steps, true) ?? 0) - 0.08)).toBeLessThan(0.02);
});

test("a wall of which a narrow end is in sight is none to judge by", () => {
  const narrow = { from: 280, to: 400 };
  const seenUpTo =
    (end: number): StepAlong =>
    (_, __, to) =>
      to > end ? undefined : 0;
  expect(evidenceOf(lineAt(0), narrow, seenUpTo(400))).toBe(0);
  expect(evidenceOf(lineAt(0), narrow, seenUpTo(325))).toBeUndefined();
});
