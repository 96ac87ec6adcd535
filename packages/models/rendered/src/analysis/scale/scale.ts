import type { Opening } from "@image-staging/tracer/scene";
import type { Box } from "../box/box.ts";

/** Heights of doors and of windows' tops, in units of the camera's elevation. */
export interface Heights {
  doors: readonly number[];
  lintels: readonly number[];
}

export interface Scale {
  /** The camera's height over the floor in metres. */
  elevation: number;
  /** How likely the elevation is right within a tenth. */
  confidence: number;
}

/** A part of a mixture of normal distributions of a length: metres. */
interface Mode {
  share: number;
  mean: number;
  deviation: number;
}

/** What lengths usually are. The wide last part of each is for what is none of them, though it was taken for one. */
const usual = {
  ceiling: [
    { share: 0.65, mean: 2.53, deviation: 0.1 },
    { share: 0.3, mean: 2.9, deviation: 0.22 },
    { share: 0.05, mean: 2.6, deviation: 0.6 },
  ],
  door: [
    { share: 0.85, mean: 2.11, deviation: 0.05 },
    { share: 0.15, mean: 2.1, deviation: 0.5 },
  ],
  lintel: [
    { share: 0.7, mean: 2.2, deviation: 0.12 },
    { share: 0.3, mean: 2.4, deviation: 0.35 },
  ],
} as const satisfies Record<string, readonly Mode[]>;
/** Heights of a camera that is held, and of a panorama camera on its tripod. */
const cameras = {
  photo: [{ share: 1, mean: 1.32, deviation: 0.17 }],
  panorama: [{ share: 1, mean: 1.5, deviation: 0.15 }],
} as const satisfies Record<string, readonly Mode[]>;

/** Elevations that are compared: metres, each half a percent above the one before. */
const elevations = Array.from({ length: 260 }, (_, i) => 0.7 * 1.005 ** i);
/** So many steps are a tenth. */
const tenth = 19;

/**
 * The camera's elevation by how likely camera, ceiling (its line, if faint, counts less), doors and windows are with it:
 * the middle of the tenths around it that hold most of the likelihood. What disagrees with all others hardly counts.
 */
export function scaleOf(
  { height }: Pick<Box, "height">,
  ceilingSeen: number,
  { doors, lintels }: Heights,
  camera: keyof typeof cameras = "photo",
): Scale {
  const isCeiling = [...doors, ...lintels].every((top) => top < 0.96 * height);
  const likelihoods = elevations.map((elevation) => {
    const ceiling = isCeiling
      ? likelihoodOf(height * elevation, usual.ceiling) ** Math.min(1, ceilingSeen / 0.6)
      : 1;
    const openings = [
      ...doors.map((top) => likelihoodOf(top * elevation, usual.door)),
      // A room's windows end at one height: together they are one witness.
      ...lintels.map((top) => likelihoodOf(top * elevation, usual.lintel) ** (1 / lintels.length)),
    ];
    return openings.reduce((all, one) => all * one, likelihoodOf(elevation, cameras[camera]) * ceiling);
  });
  const whole = likelihoods.reduce((sum, one) => sum + one, 0);
  const around = elevations.map(
    (_, i) =>
      likelihoods.slice(Math.max(0, i - tenth), i + tenth + 1).reduce((sum, one) => sum + one, 0) / whole,
  );
  const confidence = Math.max(...around);
  return { elevation: elevations[around.indexOf(confidence)] as number, confidence };
}

function likelihoodOf(length: number, modes: readonly Mode[]): number {
  return modes.reduce(
    (sum, { share, mean, deviation }) =>
      sum + (share / deviation) * Math.exp(-0.5 * ((length - mean) / deviation) ** 2),
    0,
  );
}

/** The tops of the doors and windows found, in units of the camera's elevation. */
export function heightsOf(openings: readonly Opening[], elevation: number): Heights {
  const tops = (kind: Opening["kind"]): number[] =>
    openings.filter((opening) => opening.kind === kind).map(({ top }) => top / elevation);
  return { doors: tops("door"), lintels: [...tops("window"), ...tops("passage")] };
}
