import type { Box } from "./box.ts";

/** A length that the scale can be read from: what it measures in units of the camera's elevation, and usually is. */
export interface Yardstick {
  measured: number;
  metres: number;
  deviation: number;
}

/**
 * The camera's elevation in metres by least squares: people hold a camera at 1.3 m, ceilings are 2.6 m high (if their
 * line is faint, that counts less), doors 2.03 m.
 */
export function elevationOf(
  box: Box,
  ceilingSeen: number,
  doors: readonly number[],
): { elevation: number; confidence: number } {
  const yardsticks: Yardstick[] = [
    { measured: 1, metres: 1.32, deviation: 0.22 },
    { measured: box.height, metres: 2.6, deviation: 0.2 / Math.max(0.2, ceilingSeen) },
    ...doors.map((measured) => ({ measured, metres: 2.06, deviation: 0.06 })),
  ];
  let [top, bottom] = [0, 0];
  for (const { measured, metres, deviation } of yardsticks) {
    top += (measured * metres) / deviation ** 2;
    bottom += (measured / deviation) ** 2;
  }
  const elevation = top / bottom;
  const relativeError = 1 / Math.sqrt(bottom) / elevation;
  return { elevation, confidence: Math.max(0, Math.min(1, 1.1 - 6 * relativeError)) };
}
