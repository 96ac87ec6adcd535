import { blurred, slopesOf } from "@image-staging/picture/gradient";
import type { Pixels } from "../../runtime/picture/decoder.ts";
import type { Drift } from "../drift.ts";
import type { Emptied } from "../emptied.ts";
import type { Chain } from "./edges/chains.ts";
import { clutterOf } from "./edges/clutter.ts";
import { edgeChanges } from "./edges/edges.ts";
import { endedLength, isUpright, lostLength } from "./edges/lost-lines.ts";
import { emptiedOf } from "./emptied/emptied.ts";
import { besideMask, markedOf } from "./emptied/marked.ts";
import { floorChanges } from "./floors/floors.ts";
import { wallsOf } from "./floors/walls.ts";
import { levelledShare } from "./openings/levelled.ts";
import { patternedShare } from "./openings/patterned.ts";
import { register } from "./registration/registration.ts";
import { newPaintOf } from "./surfaces/new-paint.ts";
import { paintedViewShare } from "./surfaces/painted-views.ts";
import { residualOf } from "./surfaces/residual.ts";
import { surfaceChanges } from "./surfaces/surfaces.ts";
import { unfinishedLength } from "./surfaces/unfinished.ts";
import { type View, viewOf, viewSize } from "./view.ts";

/** The shortest straight edges that count, as a part of the diagonal: slats of radiators are lost, beams are new. */
const [leastLost, leastEnded, leastNew] = [0.009, 0.0083, 0.02];
/** New edges count above this part of the height, but for those as long as no rod: bookcases end below it. */
const ceilingEnds = 0.19;

/** Measures how a candidate drifted from the room that its source shows. Any sizes will do. */
export async function measureDrift(candidate: Pixels, source: Pixels): Promise<Drift> {
  const small = viewSize(source);
  return driftOf(await viewOf(source, small), await viewOf(candidate, small));
}

/**
 * The same if a mask says what may be removed: only what is outside of it can have drifted. Also measures how the room was emptied
 * of what is inside.
 */
export async function measureMasked(
  candidate: Pixels,
  source: Pixels,
  marked: Pixels,
): Promise<{ drift: Drift; emptied: Emptied }> {
  const small = viewSize(source);
  const [before, after] = [await viewOf(source, small), await viewOf(candidate, small)];
  const mask = await markedOf(marked, small);
  const drift = driftOf(besideMask(before, after, mask), after);
  return { drift, emptied: emptiedOf(before, after, mask) };
}

function driftOf(source: View, candidate: View): Drift {
  const registered = register(source.luma, candidate.luma);
  const before = slopesOf(blurred(source.luma));
  const after = slopesOf(blurred(candidate.luma));
  const residual = residualOf(source, candidate, before, after);
  const diagonal = Math.hypot(source.width, source.height);
  const least = [leastLost * diagonal, leastEnded * diagonal, leastNew * diagonal] as const;
  const walls = wallsOf(before);
  const paint = newPaintOf(source, candidate);
  const { lost, ended, drawn, steps } = edgeChanges(
    [before, after],
    residual,
    [source, candidate],
    least,
    walls,
  );
  const lengthOf = (chains: readonly Chain[]) =>
    (100 * chains.reduce((sum, { length }) => sum + length, 0)) / diagonal;
  const longest = (chains: readonly Chain[]) =>
    (100 * Math.max(0, ...chains.map(({ length }) => length))) / diagonal;
  return {
    moved: registered.moved,
    clutter: clutterOf(before, after, lost),
    lost: (100 * lostLength(lost, before, source.luma)) / diagonal,
    ended: (100 * endedLength(ended, before)) / diagonal,
    lostUpright: longest(lost.filter(isUpright)),
    levelled: levelledShare([source, candidate], [before, after], residual),
    patterned: patternedShare([source, candidate], [before, after], residual),
    ceiling: lengthOf(steps.filter(({ middleY }) => middleY < ceilingEnds * source.height)),
    ceilingLine: longest(drawn),
    unfinished: unfinishedLength(source, candidate, paint),
    paintedView: paintedViewShare(before, paint),
    ...surfaceChanges(before, after, residual),
    ...floorChanges([source, candidate], [before, after], residual, walls),
  };
}
