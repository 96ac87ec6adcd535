import { drawFloorplan, drawPanorama, drawRoom } from "../models/contract/sample-pictures.ts";

const samples: Record<string, () => Promise<Buffer>> = {
  "/playground/samples/photo.jpg": () => drawRoom(1280, 960),
  "/playground/samples/panorama360.jpg": () => drawPanorama(2048),
  "/playground/samples/floorplan.jpg": () => drawFloorplan(1200, 900),
};
const drawn = new Map<string, Promise<Buffer>>();

export const isSample = (path: string): boolean => Object.hasOwn(samples, path);

/** A picture to try the service with, drawn when it is first asked for. */
export function drawSample(path: string): Promise<Buffer> {
  const known = drawn.get(path) ?? samples[path]?.();
  if (known === undefined) throw new Error(`There is no sample ${path}.`);
  drawn.set(path, known);
  return known;
}
