import { join } from "node:path";
import { runProgram } from "./project.ts";

const path = /^\/playground\/samples\/(photo|panorama360|floorplan)\.jpg$/;
const drawn = new Map<string, Promise<Buffer>>();

export const isSample = (requested: string): boolean => path.test(requested);

/**
 * A picture to try the service with, drawn when it is first asked for. A separate process draws it: in this one, the
 * functions forbid libvips, for all threads, to read the SVG that it is drawn from.
 */
export function readSample(requested: string): Promise<Buffer> {
  const picture = drawn.get(requested) ?? drawSample(requested);
  drawn.set(requested, picture);
  picture.catch(() => drawn.delete(requested));
  return picture;
}

async function drawSample(requested: string): Promise<Buffer> {
  const name = path.exec(requested)?.[1] ?? "";
  return Buffer.from(await runProgram(join(import.meta.dirname, "draw-sample.ts"), [name], {}), "base64");
}
