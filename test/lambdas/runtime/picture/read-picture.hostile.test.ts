import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostilePictures } from "./hostile/pictures.ts";

interface Outcome {
  outcome: string;
  peakMiB: number;
  milliseconds: number;
}

/** Without it glibc keeps freed memory for each thread, some 100 MiB over many pictures. */
const asTheFunctionsHaveIt = { MALLOC_ARENA_MAX: "1" };

let folder = "";
let outcomes: Record<string, Outcome> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hostile-"));
  await Promise.all(hostilePictures.map(({ bytes }, index) => writeFile(join(folder, String(index)), bytes)));
  const program = join(import.meta.dirname, "read-hostile.ts");
  const options = { maxBuffer: 2 ** 26, env: { ...process.env, ...asTheFunctionsHaveIt } };
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder], options);
  outcomes = JSON.parse(stdout);
}, 120_000);

afterAll(() => rm(folder, { recursive: true }));

test.each(hostilePictures.map((picture, index) => ({ ...picture, index })))(
  "$name",
  ({ expected, index }) => {
    expect([expected].flat()).toContain(outcomes[index]?.outcome);
  },
);

test("at least 200 hostile pictures are read by one process with a peak of at most 512 MiB", () => {
  expect(hostilePictures.length).toBeGreaterThanOrEqual(200);
  const peak = Math.max(...Object.values(outcomes).map(({ peakMiB }) => peakMiB));
  console.log(`${hostilePictures.length} hostile pictures: peak ${peak} MiB`);
  expect(peak).toBeLessThanOrEqual(512);
});

test("no hostile picture keeps the reader busy for long", () => {
  const slowest = Math.max(...Object.values(outcomes).map(({ milliseconds }) => milliseconds));
  console.log(`slowest hostile picture: ${slowest} ms`);
  expect(slowest).toBeLessThan(30_000);
});
