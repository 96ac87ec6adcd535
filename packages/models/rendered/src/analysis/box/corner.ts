import { clip, type EdgeField } from "@image-staging/picture/edge-field";

/** Lines that answer so much on average bear a corner out; with fewer pixels (of 300) than that they cannot tell. */
const [answer, few] = [0.2, 10] as const;

/**
 * How much of a corner's upright counts, from 0 to 1: at a corner floor and ceiling begin to recede, and a window's jamb
 * has neither of these lines. `seen` is what the picture has of the two, in pixels of a picture 300 pixels wide.
 */
export function jointOf(seen: number, length: number): number {
  return Math.max(0, Math.min(1, (seen + answer * few) / (answer * (length + few))));
}

/** How many pixels of a line lie in the picture. */
export function lengthInSight(
  { width, height }: EdgeField,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): number {
  const part = clip([x1, y1, x2, y2], 1, { width, height });
  return part ? Math.hypot(x2 - x1, y2 - y1) * (part[1] - part[0]) : 0;
}
