import { generateRoom } from "@image-staging/generated/rooms";
import {
  afterMove,
  changed,
  furnished,
  graded,
  stageGenerated,
  visibleShare,
} from "@image-staging/rendered/drift";
import { judgeDrift } from "service/lambdas/approval/drift.ts";
import { measureDrift } from "service/lambdas/approval/measure/measure-drift.ts";
import { pixelsOf } from "service/lambdas/runtime/picture/decoder.ts";
import { describe, expect, test } from "vitest";
import { raw } from "../../src/drift/rooms.ts";
import { Tally, wilson } from "../../src/drift/tally.ts";

/** What takes seconds: `npm run test:long -- pictures` runs it. */
const inFullRuns = process.env.FULL_RUN !== undefined;

const size = inFullRuns ? { width: 360, height: 240 } : { width: 300, height: 200 };
const room = generateRoom(20_002, size);
const staged = await stageGenerated(
  room,
  { roomType: "Living Room", style: "scandi", seed: 1 },
  { threads: 1, draft: true },
);
if ("declined" in staged) throw new Error(staged.declined.message);
const honest = { ...room.picture, data: staged.data, covered: staged.covered };
const source = await pixelsOf(await raw(room.picture).jpeg({ quality: 92 }).toBuffer());
const findingOf = async (picture: typeof room.picture) => {
  const candidate = await pixelsOf(await raw(graded(picture, 5)).jpeg().toBuffer());
  return judgeDrift(await measureDrift(candidate, source), "refurnish");
};
const drifted = (change: Parameters<typeof changed>[1], severity: number) => {
  const other = changed(room, change, severity, 3);
  if (!other) throw new Error(`The room has nothing for ${change}.`);
  return furnished(room.picture, honest, other);
};

describe("of a generated room", () => {
  test("a staging has nothing wrong, whatever its grade", async () => {
    expect(await findingOf(honest)).toEqual({});
  });

  const changes: [string, () => typeof room.picture, string][] = [
    ["a removed opening", () => drifted("opening_removed", 1), "opening_changed"],
    ["a turn of 0.7°", () => afterMove(honest, "camera_turned", 0.7, -1), "camera_moved"],
    ["beams", () => drifted("ceiling_beams", 3), "addition"],
    ["a zoom of 1 %", () => afterMove(honest, "camera_zoomed", 0.01, 1), "camera_moved"],
    ["a shift of 1 %", () => afterMove(honest, "camera_shifted", 0.01, 1), "camera_moved"],
  ];
  test.each(inFullRuns ? changes : changes.slice(0, 2))("%s is found", async (_, picture, verdict) => {
    expect((await findingOf(picture())).certain).toBe(verdict);
  });

  test("what the renderer covers is where furniture was drawn", () => {
    const isDrawn = (i: number) =>
      [0, 1, 2].some((c) => staged.data[i * 3 + c] !== room.picture.data[i * 3 + c]);
    const covered = [...staged.covered.keys()].filter((i) => staged.covered[i] === 255);
    expect(covered.length).toBeGreaterThan(0.05 * staged.covered.length);
    expect(covered.filter(isDrawn).length).toBeGreaterThan(0.99 * covered.length);
  });

  test("a change is the same whenever it is drawn", () => {
    expect(drifted("opening_moved", 0.25)).toEqual(drifted("opening_moved", 0.25));
  });
});

describe("before a changed room", () => {
  const plain = (level: number) => ({ width: 9, height: 1, data: new Uint8Array(27).fill(level) });

  test("furniture of its wall's colour hides what it covers", () => {
    const pale = { ...plain(201), covered: new Uint8Array(9).fill(255) };
    const result = furnished(plain(200), pale, plain(90));
    expect(result.data).toEqual(pale.data);
    expect(visibleShare(pale, result)).toBe(0);
  });

  test("furniture's shadow, however deep, shows the change", () => {
    const shadow = { ...plain(100), covered: new Uint8Array(9) };
    expect(furnished(plain(201), shadow, plain(101)).data).toEqual(plain(51).data);
  });
});

describe("the table", () => {
  test("has 95 % intervals by Wilson's formula", () => {
    const [low, high] = wilson(95, 100);
    expect([low, high].map((share) => share.toFixed(4))).toEqual(["0.8882", "0.9785"]);
    expect(wilson(0, 10)[0]).toBe(0);
    expect(wilson(10, 10)[1]).toBe(1);
  });

  test("counts what is refused, and what is refused or suspected", () => {
    const tally = new Tally();
    const candidate = { drift: "window_added", severity: 0 };
    tally.add(candidate, { certain: "addition" });
    tally.add(candidate, { suspected: "addition" });
    tally.add(candidate, {});
    expect(tally.of("window_added", 0)).toEqual({ all: 3, certain: 1, either: 2 });
  });
});
