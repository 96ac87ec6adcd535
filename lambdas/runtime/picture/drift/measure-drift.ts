import type { Drift } from "../../../domain/generation/drift.ts";
import { type Picture, type Pixels, readHeader } from "../decoder.ts";
import type { Chain } from "./chains.ts";
import { edgeChanges } from "./edges.ts";
import { residualOf } from "./grade.ts";
import { gradientOf, smooth } from "./gradient.ts";
import { register } from "./registration.ts";
import { surfaceChanges } from "./surfaces.ts";
import { type View, viewOf, viewSize } from "./view.ts";

/** The shortest straight edge that counts, as a part of the diagonal. */
const leastChain = 0.02;
/** Upright edges count down to the second part of the height, others to the first: below it is sun on floors, and rugs. */
const floorBegins = 0.55;
const floorFills = 0.72;
const ceilingEnds = 0.25;
/** The sine of the steepest edges that are not upright. */
const upright = 0.97;

/** Measures how a candidate drifted from the room that its source shows. Both must decode; any sizes will do. */
export async function measureDrift(candidate: Buffer | Pixels, source: Picture): Promise<Drift> {
  const small = viewSize((await readHeader(source)).autoOrient);
  return driftOf(await viewOf(source, small), await viewOf(candidate, small));
}

function driftOf(source: View, candidate: View): Drift {
  const registered = register({ ...source, plane: source.luma }, { ...candidate, plane: candidate.luma });
  const before = gradientOf(smooth(source.luma, source), source);
  const after = gradientOf(smooth(candidate.luma, candidate), candidate);
  const residual = residualOf(source, candidate, before, after);
  const diagonal = Math.hypot(source.width, source.height);
  const { lost, added } = edgeChanges([before, after], residual, candidate.luma, leastChain * diagonal);
  const lengthOf = (chains: readonly Chain[]) =>
    (100 * chains.reduce((sum, { length }) => sum + length, 0)) / diagonal;
  const above = (part: number) => (chain: Chain) => chain.middleY < part * source.height;
  const standing = lost.filter((chain) => chain.upright > upright && above(floorFills)(chain));
  const lying = lost.filter((chain) => chain.upright <= upright && above(floorBegins)(chain));
  const longest = (chains: readonly Chain[]) =>
    (100 * Math.max(0, ...chains.map(({ length }) => length))) / diagonal;
  return {
    moved: registered.moved,
    lost: lengthOf(standing) + lengthOf(lying),
    lostUpright: longest(standing),
    ceiling: longest(added.filter(above(ceilingEnds))),
    ...surfaceChanges(before, after, residual),
  };
}
