import { expect, test } from "vitest";
import { type Grade, judgeGrade } from "../../../lambdas/approval/grade.ts";

const grade: Grade = { moved: 0.02, light: 12, colour: 6, spot: 18, busier: false };

test.each([
  ["a grade", {}, {}],
  ["a picture with too few edges to measure a camera by", { moved: null }, {}],
  ["another camera", { moved: 0.4 }, { certain: "camera_moved" }],
  ["something new", { light: 40, busier: true }, { certain: "addition" }],
  ["something gone", { light: 40 }, { certain: "structure_removed" }],
  ["something small that is gone", { spot: 60 }, { certain: "structure_removed" }],
  ["another paint", { colour: 14 }, { certain: "surface_changed" }],
  ["a measure that is no number", { colour: Number.NaN }, { certain: "surface_changed" }],
] as const)("%s gets its verdict", (_, measured, finding) => {
  expect(judgeGrade({ ...grade, ...measured }, undefined)).toEqual(finding);
});

test("a stated homography may set verticals upright, and nothing else", () => {
  expect(judgeGrade(grade, [0.95, 0, 0.025, 0, 0.95, 0.025, 0, 0, 1])).toEqual({});
  expect(judgeGrade(grade, [0.7, 0, 0.15, 0, 0.7, 0.15, 0, 0, 1])).toEqual({ certain: "camera_moved" });
});
