import { describe, expect, test } from "vitest";
import { type Drift, isJudgedForDrift, judgeDrift } from "../../../lambdas/approval/drift.ts";

const still: Drift = {
  moved: 0.01,
  clutter: 0.5,
  lost: 0,
  lostUpright: 0,
  ended: 0,
  levelled: 0,
  patterned: 0,
  ceiling: 0,
  ceilingLine: 0,
  wall: 0.02,
  floorKept: 0.6,
  floorShade: -4,
  floorColour: 3,
  island: 0.01,
  repainted: 0,
  unfinished: 0,
  paintedView: 0,
};

describe("a refurnished photo", () => {
  test("that keeps its room has nothing wrong", () => {
    expect(judgeDrift(still, "refurnish")).toEqual({});
  });

  test.each([
    ["whose camera moved", { moved: 0.3 }, { certain: "camera_moved" }],
    ["whose camera cannot be measured", { moved: null }, { certain: "camera_moved" }],
    ["that lost long upright edges", { lost: 30, lostUpright: 14 }, { certain: "opening_changed" }],
    ["that lost other edges", { lost: 9, lostUpright: 3 }, { certain: "structure_removed" }],
    ["that lost edges beside wall that is as it was", { ended: 3 }, { certain: "structure_removed" }],
    ["with a window levelled to its wall", { levelled: 0.02 }, { certain: "opening_changed" }],
    ["with a window levelled to a patterned wall", { patterned: 0.01 }, { certain: "opening_changed" }],
    ["with beams at its ceiling", { ceiling: 40 }, { certain: "addition" }],
    ["with a thin beam at its ceiling", { ceilingLine: 55 }, { certain: "addition" }],
    ["with a large change on a wall", { island: 0.06 }, { suspected: "addition" }],
    ["with walls of another colour", { wall: 0.4 }, { suspected: "surface_changed" }],
    ["with a wall that is painted in part", { repainted: 0.05 }, { suspected: "surface_changed" }],
    ["that keeps nothing of its floor", { floorKept: 0 }, { suspected: "surface_changed" }],
    ["with a floor of another colour", { floorColour: 20 }, { suspected: "surface_changed" }],
    ["with a lighter floor", { floorShade: 12 }, { suspected: "surface_changed" }],
    ["with much furniture's shadow on its floor", { floorShade: -25 }, {}],
    ["with a darker floor", { floorShade: -40 }, { suspected: "surface_changed" }],
  ])("%s", (_, changes, finding) => {
    expect(judgeDrift({ ...still, ...changes }, "refurnish")).toEqual(finding);
  });

  test.each(
    Object.keys(still).filter(
      (name) => !["lostUpright", "clutter", "unfinished", "paintedView"].includes(name),
    ),
  )("with %s that is not a number has something wrong", (measure) => {
    expect(judgeDrift({ ...still, [measure]: Number.NaN }, "refurnish")).not.toEqual({});
  });
});

test("art that an edit mask declares is suspected only if it is larger", () => {
  const withArt = { ...still, island: 0.045 };
  expect(judgeDrift(withArt, "refurnish").suspected).toBe("addition");
  expect(judgeDrift(withArt, "refurnish", true)).toEqual({});
  expect(judgeDrift({ ...still, island: 0.06 }, "refurnish", true).suspected).toBe("addition");
});

test("a furnished room may lose edges, but not its camera or its ceiling", () => {
  const furnished = {
    ...still,
    clutter: 4,
    lost: 80,
    lostUpright: 20,
    ended: 9,
    levelled: 0.03,
    patterned: 0.03,
  };
  expect(judgeDrift(furnished, "refurnish")).toEqual({});
  expect(judgeDrift({ ...furnished, clutter: Number.NaN }, "refurnish").certain).toBe("opening_changed");
  expect(judgeDrift({ ...furnished, ceiling: 40 }, "refurnish").certain).toBe("addition");
});

test.each(["renovate", "clean"] as const)(
  "of what must stay when refurnishing, only the camera matters to %s",
  (mode) => {
    const changed = {
      ...still,
      lost: 40,
      lostUpright: 20,
      ceiling: 50,
      wall: 1,
      floorKept: 0,
      floorColour: 50,
    };
    expect(judgeDrift(changed, mode)).toEqual({});
    expect(judgeDrift({ ...changed, moved: 1 }, mode)).toEqual({ certain: "camera_moved" });
  },
);

test("a surface that is renovated in part is suspected, and one that is refurnished is not measured for it", () => {
  expect(judgeDrift({ ...still, unfinished: 60 }, "renovate")).toEqual({ suspected: "surface_left" });
  expect(judgeDrift({ ...still, unfinished: Number.NaN }, "renovate")).toEqual({ suspected: "surface_left" });
  expect(judgeDrift({ ...still, unfinished: 60 }, "refurnish")).toEqual({});
});

test("a renovation that paints over a window is suspected, whatever else is wrong with its surfaces", () => {
  const suspected = "window_painted";
  expect(judgeDrift({ ...still, paintedView: 0.03 }, "renovate")).toEqual({ suspected });
  expect(judgeDrift({ ...still, paintedView: Number.NaN }, "renovate")).toEqual({ suspected });
  expect(judgeDrift({ ...still, paintedView: 0.03, unfinished: 60 }, "renovate")).toEqual({ suspected });
  expect(judgeDrift({ ...still, paintedView: 0.03 }, "refurnish")).toEqual({});
});

test("panoramas, plans and enhancements are not measured", () => {
  expect([null, "panorama360", "floorplan"].map((mode) => isJudgedForDrift(mode as null))).toEqual([
    false,
    false,
    false,
  ]);
});
