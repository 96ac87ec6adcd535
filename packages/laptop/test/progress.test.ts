import { expect, test } from "vitest";
import { createProgress } from "../src/progress.ts";

test("what the model said last about a job is kept, of the last jobs alone", () => {
  const progress = createProgress();
  for (let job = 0; job < 60; job++)
    for (const done of [0, 0.5]) progress.hear({ job_id: `job_${job}`, stage: "render", done });
  expect(progress.of("job_59")).toEqual({ stage: "render", done: 0.5 });
  expect(progress.of("job_10")).toEqual({ stage: "render", done: 0.5 });
  expect(progress.of("job_9")).toBeNull();
});
