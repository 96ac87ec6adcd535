import type { Camera } from "@image-staging/tracer/scene";
import { hitsOf } from "../../src/analysis/faces.ts";

/** A room, the camera that shows it in a picture of 240 x 160 pixels, and 1 for each pixel of its floor. */
export const planes = { left: -3, right: 2, back: -4, front: 0.5, height: 2.6 };
export const camera: Camera = {
  ...{ width: 240, height: 160, focal: 150, centreX: 120, centreY: 80 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};
export const floor = Uint8Array.from(hitsOf(camera, planes).face, (face) => (face === 4 ? 1 : 0));
