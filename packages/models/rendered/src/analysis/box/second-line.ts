import { clip } from "@image-staging/picture/edge-field";
import type { Plane } from "@image-staging/picture/plane";
import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import { projectorOf } from "../projector.ts";
import { edgesOf } from "./box.ts";
import { type Foot, lowered } from "./on-foot.ts";

/** Levels below the floor's that are looked at, in units of the camera's elevation, and how many are around a line. */
const [first, last, step, around] = [0.03, 0.14, 0.005, 6];
/** How far (Lab) the step across a second line stands out from those above and below it, and how far its levels differ. */
const [prominence, alike] = [2, 0.03];
/** Pixels of a line that tell at least, those of one stretch of it, and those from it to what is compared. */
const [fewest, stretch, beside] = [60, 24, 1.5];

/**
 * The floor lies lower than the box's if all three walls show a second line there: boards of the floor's wood end in a
 * faint shade, and a floor's joints do not run along three walls.
 */
export function onSecondLine(copy: WorkingCopy, camera: Camera, { box, nearest }: Foot): Foot {
  const count = Math.round(last / step) + around;
  const projector = projectorOf(camera);
  const lines = Array.from({ length: count }, (_, k) => edgesOf(projector, lowered(box, k * step)));
  const rises = (["floorBack", "floorLeft", "floorRight"] as const).map((wall) =>
    clearestOf(lines.map((line) => (line[wall] ? stepAcross(copy, ...line[wall]) : Number.NaN))),
  );
  const isAgreed = Math.max(...rises) - Math.min(...rises) <= alike;
  if (!isAgreed) return { box, nearest };
  const floor = lowered(box, medianOf(Float32Array.from(rises)));
  return { box: floor, nearest: floor };
}

/** The level that stands out most, and enough; not a number if there is none. */
function clearestOf(steps: readonly number[]): number {
  let best = { rise: Number.NaN, above: prominence };
  for (let k = Math.round(first / step); k * step <= last; k++) {
    const own = steps[k] as number;
    const above =
      own - Math.max(Math.min(...steps.slice(0, k)), Math.min(...steps.slice(k + 1, k + 1 + around)));
    if (above > best.above) best = { rise: k * step, above };
  }
  return best.rise;
}

/** The step of Lab across a line, in the median of its stretches: noise cancels. Not a number if too little is in sight. */
function stepAcross(
  { lab, width, height }: WorkingCopy,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): number {
  const part = clip([x1, y1, x2, y2], 4, { width, height });
  const long = Math.hypot(x2 - x1, y2 - y1);
  if (!part || long * (part[1] - part[0]) < fewest) return Number.NaN;
  const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
  const at = (plane: Plane, x: number, y: number): number => plane.at(Math.floor(y) * width + Math.floor(x));
  const [from, to] = [long * part[0], long * part[1]];
  const steps = Array.from({ length: Math.floor((to - from) / stretch) }, (_, i) => {
    const means = lab.map((plane) => {
      let sum = 0;
      for (let k = 0; k < stretch; k++) {
        const t = from + i * stretch + k + 0.5;
        const [x, y] = [x1 + t * dx, y1 + t * dy];
        sum += at(plane, x - beside * dy, y + beside * dx) - at(plane, x + beside * dy, y - beside * dx);
      }
      return sum / stretch;
    });
    return Math.hypot(...means);
  });
  return medianOf(Float32Array.from(steps));
}
