import { alongLine, clip, type EdgeField } from "@image-staging/picture/edge-field";
import type { Camera, Opening, Vec3 } from "@image-staging/tracer/scene";
import { framesOf, type Planes, pointOn } from "../faces.ts";
import { projectorOf } from "../projector.ts";

/** So near to the ceiling's line a head is one only if the line ends at both sides: metres. */
const nearCeiling = 0.15;
/** Metres that a head can be below and above the top that was found, and between the lines that are looked at. */
const [below, above, step] = [0.45, 0.3, 0.0125];
/** The least response of a head, and of the highest of a frame's lines over the clearest. */
const [least, leastOfClearest] = [0.15, 0.5];
/** A head's line ends at the opening's sides, other than a cornice: metres from them that are looked at. */
const aside = { from: 0.15, to: 0.5 };

/**
 * The doors and windows with a head in sight, with their tops on it: the highest of the clear level lines over an opening that end
 * at its sides. Brightness ends at the glass, or runs on into a bright ceiling.
 */
export function withHeads(
  openings: readonly Opening[],
  edges: EdgeField,
  camera: Camera,
  planes: Planes,
): Opening[] {
  const frames = framesOf(planes);
  const projector = projectorOf(camera);
  return openings.flatMap((opening) => {
    if (opening.kind !== "door" && opening.kind !== "window" && opening.kind !== "passage") return [];
    const frame = frames[opening.wall];
    const [from, to] = [opening.from - frame.start, opening.to - frame.start];
    const at = (along: number, y: number): Vec3 => pointOn(frame, along / frame.across, y / frame.up);
    const response = (a: number, b: number, y: number): number | undefined => {
      const line = projector.line(at(a, y), at(b, y));
      const seen = line && clip(line, 2, edges);
      if (!line || !seen || seen[1] - seen[0] < 0.5) return undefined;
      const length = Math.hypot(line[2] - line[0], line[3] - line[1]) * (seen[1] - seen[0]);
      return length < 4 ? undefined : alongLine(edges, ...line) / length;
    };
    const besides = [
      [from - aside.to, from - aside.from],
      [to + aside.from, to + aside.to],
    ].filter(([a = 0, b = 0]) => a >= 0 && b <= frame.across);
    const inset = 0.06 * (to - from);
    const lines = Array.from({ length: Math.round((below + above) / step) + 1 }, (_, i) => {
      const y = opening.top - below + i * step;
      const inside = response(from + inset, to - inset, y) ?? 0;
      const beside = besides.flatMap(([a = 0, b = 0]) => response(a, b, y) ?? []);
      // The ceiling's own line, if nothing shows that it goes on.
      if (y > frame.up - nearCeiling && beside.length < 2) return { y, clear: 0 };
      const goesOn = beside.reduce((sum, one) => sum + one, 0) / Math.max(1, beside.length);
      return { y, clear: inside - Math.max(0, goesOn) };
    });
    const clear = (i: number): number => lines[i]?.clear ?? 0;
    const peaks = lines.filter(
      (line, i) => line.clear > least && line.clear >= Math.max(clear(i - 1), clear(i + 1)),
    );
    const clearest = Math.max(...peaks.map((peak) => peak.clear));
    const head = peaks.findLast((peak) => peak.clear > leastOfClearest * clearest);
    return head ? [{ ...opening, top: head.y }] : [];
  });
}
