import { minimised } from "../analysis/simplex.ts";
import { type PanoramaBox, prior, supports } from "./box.ts";
import { type Evidence, edgeWeightsOf, type Lean, type Weights, weightsOf } from "./wall-line.ts";

type LineWeights = Readonly<Record<"floor" | "ceiling", Weights>>;

/** A lean is believed if it is this large, in radians, and the lines are this much clearer: a wall that is a bit off can imitate one. */
const [least, clearer] = [0.01, 1.05] as const;
/** Steps for each of a box's numbers with which leans are compared. */
const fewer = 13;
/** Where the search for a lean begins, in radians: from no lean a line that is 2 degrees off is not found. */
const starts: readonly Lean[] = [
  [0, 0],
  [0.0175, 0],
  [-0.0175, 0],
  [0, 0.0175],
  [0, -0.0175],
];

function scoreOf(evidence: Evidence, corners: Float32Array, box: PanoramaBox, weights: LineWeights): number {
  const { floor, ceiling, corners: edges } = supports(evidence, corners, box, weights);
  return floor + ceiling + edges + prior(box.distances, box.height);
}

/** A box's numbers, those of distances as logarithms, and how to read them again. */
function numbersOf({ heading, distances, height, lean, block }: PanoramaBox) {
  const lengths = [...distances, height - 1, ...(block?.faces ?? [])].map(Math.log);
  const boxOf = ([turn = 0, ...values]: readonly number[]): PanoramaBox => {
    const [back, right, front, left, up, ...faces] = values.slice(0, lengths.length).map(Math.exp) as [
      number,
      number,
      number,
      number,
      number,
      ...number[],
    ];
    const [x, z] = values.slice(lengths.length);
    return {
      heading: turn,
      distances: [back, right, front, left],
      height: 1 + up,
      ...(x !== undefined && z !== undefined && { lean: [x, z] }),
      ...(block && { block: { ...block, faces: [faces[0] as number, faces[1] as number] } }),
    };
  };
  return {
    values: [heading, ...lengths, ...(lean ?? [])],
    steps: [0.008, ...lengths.map(() => 0.02), ...(lean ?? []).map(() => 0.012)],
    boxOf,
  };
}

/** The best box near one, of the same lean or, if it has none, level, after some tries for each of its numbers. */
export function refined(
  evidence: Evidence,
  corners: Float32Array,
  box: PanoramaBox,
  weights: LineWeights = weightsOf,
  tries = 27,
): PanoramaBox {
  const { values, steps, boxOf } = numbersOf(box);
  const cost = (numbers: readonly number[]) => -scoreOf(evidence, corners, boxOf(numbers), weights);
  return boxOf(minimised(cost, values, steps, tries * values.length).values);
}

/** The lean that a picture still has if its box's lines are clearer with one. */
export function leanLeft(evidence: Evidence, box: PanoramaBox): Lean | undefined {
  // Corners are looked for in columns, so they say nothing of a lean.
  const corners = new Float32Array(evidence.edges.width);
  const bestNear = (start: PanoramaBox, tries?: number) => {
    const best = refined(evidence, corners, start, edgeWeightsOf, tries);
    return { box: best, score: scoreOf(evidence, corners, best, edgeWeightsOf) };
  };
  const level = bestNear(box);
  const tried = starts.map((lean) => bestNear({ ...box, lean }, fewer));
  const likely = tried.reduce((best, other) => (other.score > best.score ? other : best));
  const leaning = bestNear(likely.box);
  const { lean = [0, 0] } = leaning.box;
  return leaning.score > clearer * level.score && Math.hypot(...lean) > least ? lean : undefined;
}
