import { type GeneratedPlan, generatePlan } from "@image-staging/generated/plans";
import { kindOf } from "@image-staging/generated/plans/kind";
import { beforeAll, describe, expect, test } from "vitest";
import { inkKept, piecesOver, roomsOf } from "../bench/plans.ts";
import { analysePlan, type PlanAnalysis } from "../src/analyse.ts";
import { type PlanCandidate, preparePlan } from "../src/index.ts";

/** What takes seconds: `npm run test:long -- pictures` runs it. */
const inFullRuns = test.runIf(process.env.FULL_RUN !== undefined);

/** A flat with sizes in metres, drawn with filled walls. */
const seed = 3;

describe("the plan of a flat", () => {
  let plan: GeneratedPlan;
  let analysis: PlanAnalysis;
  let drawn: PlanCandidate;
  beforeAll(async () => {
    plan = await generatePlan(seed, process.env.FULL_RUN === undefined ? 640 : 1000);
    const prepared = await preparePlan({ style: "scandi", seed: 7 }, plan.picture);
    if ("declined" in prepared) throw new Error(prepared.declined.message);
    analysis = prepared.analysis;
    drawn = prepared.candidate(0);
  }, 240_000);

  test("is read: its rooms' names, its scale", () => {
    expect(analysis.scaleFrom).toBe("sizes");
    expect(analysis.scale / plan.style.scale).toBeGreaterThan(0.97);
    expect(analysis.scale / plan.style.scale).toBeLessThan(1.03);
    for (const { room, isRead } of roomsOf(plan, analysis, drawn)) expect(isRead, room.name).toBe(true);
  });

  test("gets a bed in every bedroom and none elsewhere, a sofa in the living room, nothing in wet rooms", () => {
    for (const { room, kinds, lacks, hasWrongBed } of roomsOf(plan, analysis, drawn)) {
      expect(lacks, room.name).toBe(false);
      expect(hasWrongBed, room.name).toBe(false);
      if (room.use === "bath") expect(kinds).toEqual([]);
    }
  });

  test("keeps the bytes of its walls and its lettering, and of all that the mask leaves out", () => {
    const { data } = plan.picture;
    const outside = drawn.mask.filter(
      (part, i) => part === 0 && [0, 1, 2].some((c) => drawn.data[i * 3 + c] !== data[i * 3 + c]),
    );
    expect({ ...inkKept(plan, drawn), outside: outside.length }).toEqual({
      wallsKept: 1,
      lettersChanged: 0,
      outside: 0,
    });
  });

  test("has nothing over its lettering, its walls, its fittings, the swings of its doors and its windows", () => {
    const { pieces, ...over } = piecesOver(plan, analysis, drawn);
    expect(pieces).toBeGreaterThan(15);
    expect(over).toEqual({ letters: 0, walls: 0, fittings: 0, swings: 0, windows: 0 });
  });
});

inFullRuns("all names are read if letters are eight pixels high, also with an umlaut", async () => {
  const { picture, flat } = await generatePlan(820676, 800, kindOf(820676));
  const analysis = await analysePlan(picture);
  if ("declined" in analysis) throw new Error(analysis.declined.message);
  expect(analysis.rooms.filter(({ named }) => named)).toHaveLength(flat.rooms.length);
});

test("a photo is declined as a plan, in words for the caller", async () => {
  const size = { width: 320, height: 240 };
  const data = Uint8Array.from({ length: size.width * size.height * 3 }, (_, i) => 60 + ((i * 7919) % 150));
  expect(await preparePlan({ style: "modern", seed: 1 }, { ...size, data })).toMatchObject({
    declined: { reason: "room_not_understood", message: expect.stringMatching(/^[A-Z].*\.$/) },
  });
});
