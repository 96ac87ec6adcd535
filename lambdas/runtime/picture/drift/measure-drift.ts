import type { Drift } from "../../../domain/generation/drift.ts";
import { type Picture, type Pixels, readHeader } from "../decoder.ts";
import type { Chain } from "./chains.ts";
import { clutterOf } from "./clutter.ts";
import { edgeChanges } from "./edges.ts";
import { residualOf } from "./grade.ts";
import { gradientOf, smooth } from "./gradient.ts";
import { levelledShare } from "./levelled.ts";
import { register } from "./registration.ts";
import { surfaceChanges } from "./surfaces.ts";
import { type View, viewOf, viewSize } from "./view.ts";

/** The shortest straight edge that counts, as a part of the diagonal. */
const leastChain = 0.02;
/** Edges that are not upright count down to this part of the height: below it is sun on floors, and rugs. */
const floorBegins = 0.55;
/** The sine of the steepest edges that are not upright. */
const upright = 0.97;
/** Lower than this, upright edges count only near the picture's sides: in its middle, floorboards look upright. */
const wallsEnd = 0.72;
const sides = 0.28;
/** New edges count above this part of the height, but for those as long as no rod: bookcases end below it. */
const ceilingEnds = 0.19;
/** One line fainter than this (levels a pixel) can be a corner of the room, which other light takes away. */
const faint = 4;

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
  const { lost, drawn, steps } = edgeChanges([before, after], residual, candidate, leastChain * diagonal);
  const lengthOf = (chains: readonly Chain[]) =>
    (100 * chains.reduce((sum, { length }) => sum + length, 0)) / diagonal;
  const longest = (chains: readonly Chain[]) =>
    (100 * Math.max(0, ...chains.map(({ length }) => length))) / diagonal;
  const isUpright = (chain: Chain) => chain.upright > upright;
  const stands = ({ middleX, middleY }: Chain) =>
    middleY < wallsEnd * source.height || Math.abs(middleX / source.width - 0.5) > 0.5 - sides;
  const gone = lost.filter((chain) =>
    isUpright(chain) ? stands(chain) : chain.middleY < floorBegins * source.height,
  );
  return {
    moved: registered.moved,
    clutter: clutterOf(before),
    lost: lengthOf(gone) - longest(gone.filter(({ strength }) => strength < faint)),
    lostUpright: longest(gone.filter(isUpright)),
    levelled: levelledShare([source, candidate], [before, after], residual),
    ceiling: lengthOf(steps.filter(({ middleY }) => middleY < ceilingEnds * source.height)),
    ceilingLine: longest(drawn),
    ...surfaceChanges(before, after, residual),
  };
}
