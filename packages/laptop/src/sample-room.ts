import { readFile } from "node:fs/promises";

const read = (name: string): Promise<Buffer> => readFile(new URL(`../samples/${name}.jpg`, import.meta.url));

/** A drawn photo of an empty room, 1200 x 800, as a JPEG (draw-sample-rooms.ts makes it). */
export const readSampleRoom = () => read("room");

/** A panorama of the same room, 2400 x 1200. */
export const readSamplePanorama = () => read("panorama");

/** The plan of a flat with room names and sizes (draw-sample-plan.ts makes it). */
export const readSamplePlan = () => read("plan");
