import type { Camera } from "@image-staging/tracer/scene";
import { residual, vanishingPoints, viewOf } from "../analysis/camera/find-view.ts";
import { type Line, linesOf } from "../analysis/camera/manhattan.ts";
import type { Segment } from "../analysis/camera/segments.ts";
import type { Hits } from "../analysis/faces.ts";
import { floorJoints } from "./floor-joints.ts";

/** Pixels within three of a segment that runs along one of the room's axes, or is a joint of the floor. */
export function explainedPixels(segments: readonly Segment[], camera: Camera, hits: Hits): Uint8Array {
  const { width, height } = camera;
  const explained = new Uint8Array(width * height);
  const points = vanishingPoints(viewOf(camera));
  const lines = linesOf(segments, width, height);
  const { along = [], askew = [] } = Object.groupBy(segments.slice(0, lines.length), (_, k) =>
    residual(lines[k] as Line, points) <= 0.04 ? "along" : "askew",
  );
  for (const { x1, y1, x2, y2, length } of [...along, ...floorJoints(askew, camera, hits)]) {
    const steps = Math.ceil(length / 2);
    for (let k = 0; k <= steps; k++) {
      const x = Math.round(x1 + ((x2 - x1) * k) / steps);
      const y = Math.round(y1 + ((y2 - y1) * k) / steps);
      for (let row = Math.max(0, y - 3); row <= Math.min(height - 1, y + 3); row++) {
        explained.fill(1, row * width + Math.max(0, x - 3), row * width + Math.min(width, x + 4));
      }
    }
  }
  return explained;
}
