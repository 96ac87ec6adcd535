import type { Opening } from "../scene.ts";
import type { Box } from "./box.ts";

/** A length that the scale can be read from: in units of the camera's elevation, and what it usually is in metres. */
interface Yardstick {
  measured: number;
  metres: number;
  deviation: number;
}

/** Measured in units of the camera's elevation: doors, and where windows end. */
export interface Heights {
  doors: readonly number[];
  lintels: readonly number[];
}

export interface Scale {
  /** The camera's height over the floor in metres. */
  elevation: number;
  confidence: number;
}

/** Where a camera is held, and where one for panoramas stands. */
const cameras = {
  photo: { measured: 1, metres: 1.32, deviation: 0.2 },
  panorama: { measured: 1, metres: 1.5, deviation: 0.15 },
} as const;

/**
 * The camera's elevation by least squares: a camera is held at 1.3 m (one for panoramas stands at 1.5 m), a ceiling is 2.6 m high (its line, if faint,
 * counts less) and a door with its frame 2.06 m, and a window ends at 2.2 m. A door that says otherwise by more than a fifth is none.
 */
export function scaleOf(
  box: Pick<Box, "height">,
  ceilingSeen: number,
  { doors, lintels }: Heights,
  camera: keyof typeof cameras = "photo",
): Scale {
  const usual: Yardstick[] = [
    cameras[camera],
    { measured: box.height, metres: 2.6, deviation: 0.2 / Math.max(0.2, ceilingSeen) },
  ];
  const first = solved(usual);
  const likely = doors.filter((measured) => Math.abs(Math.log((measured * first.elevation) / 2.06)) < 0.22);
  return solved([
    ...usual,
    ...likely.map((measured) => ({ measured, metres: 2.06, deviation: 0.07 })),
    ...lintels.slice(0, 1).map((measured) => ({ measured, metres: 2.22, deviation: 0.13 })),
  ]);
}

function solved(yardsticks: readonly Yardstick[]): Scale {
  let [top, bottom] = [0, 0];
  for (const { measured, metres, deviation } of yardsticks) {
    top += (measured * metres) / deviation ** 2;
    bottom += (measured / deviation) ** 2;
  }
  const elevation = top / bottom;
  const relativeError = 1 / Math.sqrt(bottom) / elevation;
  return { elevation, confidence: Math.max(0, Math.min(1, 1.1 - 6 * relativeError)) };
}

/** The tops of the doors and windows found, in units of the camera's elevation. */
export function heightsOf(openings: readonly Opening[], elevation: number): Heights {
  const tops = (kind: Opening["kind"]): number[] =>
    openings.filter((opening) => opening.kind === kind).map(({ top }) => top / elevation);
  return { doors: tops("door"), lintels: tops("window").sort((a, b) => a - b) };
}
