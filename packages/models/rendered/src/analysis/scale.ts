import type { Opening } from "../scene.ts";
import type { Box } from "./box.ts";

/** A length that the scale can be read from: in units of the camera's elevation, and what it usually is in metres. */
interface Yardstick {
  measured: number;
  metres: number;
  deviation: number;
}

/** Heights of doors and of windows' tops, in units of the camera's elevation. */
export interface Heights {
  doors: readonly number[];
  lintels: readonly number[];
}

export interface Scale {
  /** The camera's height over the floor in metres. */
  elevation: number;
  confidence: number;
}

/** What lengths usually are, in metres: a ceiling's height, the tops of doors and windows. */
const usual = { ceiling: 2.6, door: 2.06, lintel: 2.22 };
/** High ceilings are more common than low ones: the deviation above the usual height, and below it. */
const ceilingDeviation = { above: 0.3, below: 0.13 };
/** Heights of a camera that is held, and of a panorama camera on its tripod. */
const cameras = {
  photo: { measured: 1, metres: 1.32, deviation: 0.2 },
  panorama: { measured: 1, metres: 1.5, deviation: 0.15 },
} as const;

/**
 * The camera's elevation by least squares over what is seen of camera, ceiling (its line, if faint, counts less), doors
 * and windows. A door or window that disagrees by more than a fifth does not count.
 */
export function scaleOf(
  box: Pick<Box, "height">,
  ceilingSeen: number,
  { doors, lintels }: Heights,
  camera: keyof typeof cameras = "photo",
): Scale {
  const roomBy = (deviation: number): Yardstick[] => [
    cameras[camera],
    { measured: box.height, metres: usual.ceiling, deviation: deviation / Math.max(0.2, ceilingSeen) },
  ];
  const isHigh = solved(roomBy(ceilingDeviation.below)).elevation * box.height > usual.ceiling;
  const room = roomBy(isHigh ? ceilingDeviation.above : ceilingDeviation.below);
  const { elevation } = solved(room);
  const likely = (tops: readonly number[], metres: number, deviation: number): Yardstick[] => {
    const near = tops.filter((top) => Math.abs(Math.log((top * elevation) / metres)) < 0.22);
    const measured = near.sort((a, b) => a - b)[near.length >> 1];
    return measured === undefined ? [] : [{ measured, metres, deviation }];
  };
  return solved([...room, ...likely(doors, usual.door, 0.07), ...likely(lintels, usual.lintel, 0.24)]);
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
  return { doors: tops("door"), lintels: tops("window") };
}
