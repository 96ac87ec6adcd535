import type { Camera } from "@image-staging/tracer/scene";
import type { Planes } from "./faces.ts";
import { projectorOf } from "./projector.ts";

/** So far behind the camera a floor is drawn: what is not seen does not matter. */
const behind = 3;

/** The floor's corners in the picture, cut in front of the camera: a convex outline in pixels. */
export function floorOutline(
  camera: Camera,
  { left, right, back }: Pick<Planes, "left" | "right" | "back">,
): [number, number][] {
  const projector = projectorOf(camera);
  const front = behind * camera.elevation;
  const corners = [
    [left, 0, front],
    [left, 0, back],
    [right, 0, back],
    [right, 0, front],
  ] as const;
  return corners.flatMap((corner, i): [number, number][] => {
    const line = projector.line(corner, corners[(i + 1) % 4] as typeof corner);
    return line
      ? [
          [line[0], line[1]],
          [line[2], line[3]],
        ]
      : [];
  });
}
