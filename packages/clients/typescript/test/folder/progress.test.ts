import { expect, test } from "vitest";
import { progress } from "../../src/folder/progress.ts";

test("the time left counts what is under way as half done, and what an earlier run made not at all", () => {
  let [seconds, said] = [0, ""];
  const terminal = {
    isTerminal: false,
    write: () => {},
    say: (line: string) => {
      said = line;
    },
  };
  const bar = progress(30, 8, terminal, () => seconds * 1000);
  bar.ended("a.jpg", "a-scandi.jpg (from an earlier run)", false);
  expect(said).toBe("[1/30] a.jpg: a-scandi.jpg (from an earlier run)");
  seconds = 100;
  bar.ended("b.jpg", "b-scandi.jpg", true);
  expect(said).toBe("[2/30] b.jpg: b-scandi.jpg … 8:00 left");
  for (let nth = 3; nth < 30; nth++) bar.ended("c.jpg", "c-scandi.jpg", true);
  seconds = 600;
  bar.ended("d.jpg", "d-scandi.jpg", true);
  expect(said).toBe("[30/30] d.jpg: d-scandi.jpg");
});
