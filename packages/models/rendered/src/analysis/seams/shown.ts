import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { evidenceOf, type StepAlong } from "./boards.ts";
import type { Lines } from "./lines.ts";
import type { Run } from "./straight.ts";

/** The share of a wall's line at which an edge shows; 1 if too little of it is in sight. */
type Evidence = (line: Float32Array, run: Run, other?: Float32Array) => number;

/** What a photo shows around the box's lines. */
export interface Shown {
  copy: WorkingCopy;
  lines: Lines;
  /** Pixels by which the box can be wrong. */
  reach: number;
  /** How far each pixel differs from those above it (Lab), and how clear an edge a place shows, 0 to 1. */
  contrast: Float32Array;
  edgeAt: (x: number, y: number) => number;
  stepAlong: StepAlong;
  evidence: Evidence;
}

/** What a photo shows around the box's lines. */
export function shownAround(copy: WorkingCopy, lines: Lines): Shown {
  const { width, height } = copy;
  const reach = Math.max(4, Math.round(0.012 * Math.hypot(width, height)));
  const [lightness, red, blue] = stepsOf(copy) as [Float32Array, Float32Array, Float32Array];
  const contrast = lightness.map((step, i) => Math.hypot(step, red[i] as number, blue[i] as number));
  const sharp = Math.max(2.5, 4 * medianOf(contrast));
  const edgeAt = (x: number, y: number): number => {
    const row = Math.round(y - 0.5);
    return row < 2 || row > height - 3 ? 0 : Math.min(1, (contrast[row * width + x] as number) / sharp);
  };
  const stepAlong: StepAlong = (line, from, to) => {
    let [l, a, b] = [0, 0, 0];
    let count = 0;
    for (let x = from; x < to; x++) {
      const row = Math.round((line[x] as number) - 0.5);
      if (!(row >= 2 && row <= height - 3)) continue;
      const at = row * width + x;
      l += lightness[at] as number;
      a += red[at] as number;
      b += blue[at] as number;
      count++;
    }
    return 2 * count < to - from ? undefined : Math.hypot(l, a, b) / count;
  };
  const evidence: Evidence = (line, run, other) => evidenceOf(line, run, stepAlong, other) ?? 1;
  return { copy, lines, reach, contrast, edgeAt, stepAlong, evidence };
}

/** The steps of Lab from the two rows above each pixel to the two rows from it on. */
function stepsOf({ lab, width, height }: WorkingCopy): readonly Float32Array[] {
  return lab.map((plane) => {
    const steps = new Float32Array(width * height);
    for (let i = 2 * width; i < steps.length - 2 * width; i++) {
      const above = plane.at(i - width) + plane.at(i - 2 * width);
      steps[i] = (above - plane.at(i) - plane.at(i + width)) / 2;
    }
    return steps;
  });
}
