import type { Model, Source } from "@image-staging/inference-contract/serving/model";
import type { Task } from "@image-staging/inference-contract/serving/request";
import { stageFloorplan } from "./drawing/floorplan.ts";
import type { Sheet } from "./drawing/lettering.ts";
import { seeded } from "./drawing/random.ts";
import { cleanPhoto, proCapture, stageRoom } from "./drawing/stage.ts";
import { version } from "./version.ts";

/** Labelled drawings in a second, for sandboxes and tests. */
export const simulated: Model = {
  version,
  prepare:
    async ({ task, seed, look }, source, report = () => {}) =>
    async (nth) => {
      report("render", 0);
      // Candidates differ, repeated requests do not.
      const random = seeded(Math.imul((seed >>> 0) + nth * 0x9e3779b9, 0x85ebca6b));
      const picture = await draw(task, { ...source, ...(look && { listing: look.listing }) }, random);
      // The model has no taste: its opinion only puts the candidates in an order.
      return { picture, score: Math.round(800 + random() * 200) / 1000 };
    },
};

/** One candidate as a JPEG of the source's size; the same task, source and random numbers give the same picture. */
function draw(task: Task, source: Sheet<Source>, random: () => number): Promise<Buffer> {
  if (task.workflow === "pro_capture") return proCapture(source, task.capture, random);
  if (task.kind === "clean") return cleanPhoto(source, random);
  if (task.kind === "floorplan") return stageFloorplan(source, task.style, random);
  return stageRoom(source, task, random);
}
