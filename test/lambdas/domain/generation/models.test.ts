import { expect, test } from "vitest";
import { modelFor, techniqueFor } from "../../../../lambdas/domain/generation/models.ts";

const job = (workflow: "staging" | "pro_capture", capture_type: "photo" | "panorama360" | "floorplan") => ({
  workflow,
  capture_type,
  sandbox: false,
});
const jobs = {
  photo: job("staging", "photo"),
  panorama: job("staging", "panorama360"),
  plan: job("staging", "floorplan"),
  "enhanced photo": job("pro_capture", "photo"),
  "enhanced panorama": job("pro_capture", "panorama360"),
  "enhanced plan": job("pro_capture", "floorplan"),
};

test("the stage's model stages photos and panoramas; floor plans and pro_capture have models of their own", () => {
  expect(Object.entries(jobs).map(([name, asked]) => [name, modelFor(asked)])).toEqual([
    ["photo", "staging"],
    ["panorama", "staging"],
    ["plan", "plans"],
    ["enhanced photo", "enhance"],
    ["enhanced panorama", "enhance"],
    ["enhanced plan", "enhance"],
  ]);
});

test("the simulated model answers every job of a sandbox", () => {
  const answering = Object.values(jobs).map((asked) => modelFor({ ...asked, sandbox: true }));
  expect(new Set(answering)).toEqual(new Set(["simulated"]));
});

test("beside a trained model, plans, enhancements and what sandboxes get are still computer graphics", () => {
  const trained = Object.entries(jobs).filter(([, asked]) => techniqueFor(asked, "trained") === "trained");
  expect(trained.map(([name]) => name)).toEqual(["photo", "panorama"]);
  expect(techniqueFor({ ...jobs.photo, sandbox: true }, "trained")).toBe("graphics");
  expect(techniqueFor(jobs.photo, "graphics")).toBe("graphics");
});
