import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Capture, proCapture } from "@image-staging/enhance";
import { generateRoom } from "@image-staging/generated/rooms";

const run = promisify(execFile);

/** How far the same picture's two enhancements are apart, in levels. */
export interface Comparison {
  name: string;
  largest: number;
  mean: number;
  /** What each states to have set upright. */
  homographies: [unknown, unknown];
}

interface Case {
  name: string;
  width: number;
  height: number;
  data: Uint8Array;
  capture: Capture;
  nth: number;
}

/** Enhances drawn pictures by the rendered model and by the container's Python code, and compares each level. */
export async function compareGrades(python: string): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), "same-grade-"));
  try {
    const cases = drawCases();
    for (const { name, data, ...rest } of cases) {
      writeFileSync(join(folder, `${name}.rgb`), data);
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(rest));
    }
    const cwd = join(import.meta.dirname, "..");
    const env = { ...process.env, OMP_NUM_THREADS: "1", PYTHONDONTWRITEBYTECODE: "1" };
    await run(python, ["-m", "tests.grade", folder], { cwd, env });
    return cases.map(({ name, capture, nth, ...picture }) => {
      const { data: ours, upright } = proCapture(picture, capture, nth);
      const theirs = readFileSync(join(folder, `${name}.made`));
      const stated: unknown =
        capture === "photo" ? JSON.parse(readFileSync(join(folder, `${name}.stated`), "utf8")) : null;
      let [largest, sum] = [0, 0];
      for (let i = 0; i < ours.length; i++) {
        const off = Math.abs((ours[i] ?? 0) - (theirs[i] ?? 255));
        largest = Math.max(largest, off);
        sum += off;
      }
      return { name, largest, mean: sum / ours.length, homographies: [upright?.homography ?? null, stated] };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A drawn room in several lights, larger and smaller than the copy on which a grade is decided. */
function drawCases(): Case[] {
  const [large, small] = [
    generateRoom(61, { width: 420, height: 281 }),
    generateRoom(62, { width: 151, height: 223 }),
  ];
  const of = (
    name: string,
    { picture }: typeof large,
    factors: readonly number[],
    rest: Partial<Case> = {},
  ): Case => ({
    ...picture,
    name,
    data: picture.data.map((level, i) => Math.min(255, level * (factors[i % 3] ?? 1))),
    capture: "photo",
    nth: 0,
    ...rest,
  });
  return [
    of("as-it-is", large, [1, 1, 1]),
    of("dark", large, [0.4, 0.4, 0.4]),
    of("tungsten", large, [0.8, 0.7, 0.45]),
    of("too-bright", large, [1.5, 1.5, 1.5]),
    of("noisy", noisy(large), [0.5, 0.5, 0.5]),
    of("leaning", sheared(large, 0.05), [0.6, 0.6, 0.6]),
    of("second-candidate", small, [0.6, 0.65, 0.6], { nth: 1 }),
    of("panorama", large, [0.5, 0.5, 0.4], { capture: "panorama360" }),
    of("plan", small, [1, 1, 0.9], { capture: "floorplan" }),
  ];
}

/** With noise of up to 20 levels to both sides, which looks random. */
function noisy<T extends { picture: { width: number; height: number; data: Uint8Array } }>(room: T): T {
  const data = room.picture.data.map(
    (level, i) => Math.min(235, Math.max(20, level)) + ((i * i * 7 + i * 13) % 41) - 20,
  );
  return { ...room, picture: { ...room.picture, data } };
}

/** Each row moved sideways, by a part of its distance from the middle. */
function sheared<T extends { picture: { width: number; height: number; data: Uint8Array } }>(
  room: T,
  by: number,
): T {
  const { width, height, data } = room.picture;
  const moved = data.map((_, i) => {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    const from = Math.min(width - 1, Math.max(0, x + Math.round(by * (y - height / 2))));
    return data[(y * width + from) * 3 + (i % 3)] ?? 0;
  });
  return { ...room, picture: { width, height, data: moved } };
}
