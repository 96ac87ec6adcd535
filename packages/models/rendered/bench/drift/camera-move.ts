import type { Picture } from "@image-staging/picture/picture";
import { sample } from "./surface-view.ts";

/** Movements of the camera by five severities, the worst first: growth, degrees, and parts of the longer side. */
export const cameraMoves = {
  camera_zoomed: [0.06, 0.03, 0.02, 0.01, 0.005],
  camera_turned: [2, 1.4, 1, 0.7, 0.3],
  camera_shifted: [0.03, 0.02, 0.015, 0.01, 0.005],
} as const;
export type CameraChange = keyof typeof cameraMoves;

/** The picture of a camera that moved by a severity. */
export function afterMove(picture: Picture, change: CameraChange, severity: number, sign: 1 | -1): Picture {
  const by = sign * severity;
  const still = { grow: 0, turn: 0, x: 0, y: 0 };
  switch (change) {
    case "camera_zoomed":
      return moved(picture, { ...still, grow: severity });
    case "camera_turned":
      return moved(picture, { ...still, turn: (by * Math.PI) / 180 });
    case "camera_shifted":
      return moved(picture, { ...still, x: by });
  }
}

/** A movement of the camera: growth, turn in radians, and a shift in parts of the picture's longer side. */
interface CameraMove {
  grow: number;
  turn: number;
  x: number;
  y: number;
}

/** A picture resampled by a movement; what comes into sight repeats the border. */
function moved(picture: Picture, { grow, turn, x, y }: CameraMove): Picture {
  const { width, height } = picture;
  const side = Math.max(width, height);
  const data = new Uint8Array(picture.data.length);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [u, v] = [column - width / 2 - x * side, row - height / 2 - y * side];
      const sx = (cos * u + sin * v) / (1 + grow) + width / 2;
      const sy = (cos * v - sin * u) / (1 + grow) + height / 2;
      const clamped = [Math.max(0, Math.min(width - 1, sx)), Math.max(0, Math.min(height - 1, sy))] as const;
      data.set(sample(picture, ...clamped) ?? [0, 0, 0], (row * width + column) * 3);
    }
  }
  return { width, height, data };
}
