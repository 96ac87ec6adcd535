import type { Random } from "@image-staging/picture/random";
import type { WallName } from "@image-staging/tracer/scene";
import { openingParts } from "../rooms/openings.ts";
import { addLeafAtFrame, furnishFrame } from "./at-frame.ts";
import { addBath } from "./baths.ts";
import { addClutter } from "./clutter.ts";
import { addCupboards } from "./cupboards.ts";
import { addDoor } from "./doors.ts";
import { Draft } from "./draft.ts";
import { addFireplace } from "./fireplaces.ts";
import { addFixtures, addStairs } from "./fixtures.ts";
import { furnish } from "./furniture.ts";
import { addIsland } from "./kitchen-island.ts";
import { addKitchen } from "./kitchens.ts";
import { addLoft } from "./lofts.ts";
import { addPanelling } from "./panelling.ts";
import { addPassage } from "./passages.ts";
import type { RoomKind, VariedPlan } from "./plan.ts";
import { chance, weighted } from "./random.ts";
import { addRugs } from "./rugs.ts";
import { addShell } from "./shell.ts";
import { addStructure } from "./structure.ts";
import { addWindows } from "./windows.ts";

/** How much stands in a room. */
type State = "empty" | "partly" | "furnished";

/** A room with all that is in it, ready to be rendered. */
export interface Composition {
  draft: Draft;
  kind: RoomKind;
  state: State;
}

/** Puts a planned room together: shell, openings, what is fitted, then furniture. */
export function composed(random: Random, { plan, bare, kind }: VariedPlan): Composition {
  const draft = new Draft(plan, random, bare);
  const state = weighted<State>(random, [
    [kind === "bath" ? 0.9 : 0.4, "empty"],
    [0.12, "partly"],
    [0.48, "furnished"],
  ]);
  addShell(draft);
  addOpenings(draft);
  addStructure(draft);
  if (kind === "loft") addLoft(draft);
  if (kind === "bath") addBath(draft);
  if (kind === "kitchen") addKitchen(draft);
  addFitted(draft, bare);
  addLoose(draft, state, kind);
  return { draft, kind, state };
}

function addOpenings(draft: Draft): void {
  const { plan } = draft;
  addWindows(draft);
  for (const opening of plan.openings) {
    if (opening.kind === "door") addDoor(draft, opening);
    else if (opening.kind === "passage") addPassage(draft, opening);
    else if (opening.kind === "fireplace") draft.add("hearth", ...openingParts(plan, opening));
    else if (opening.kind === "radiator") draft.add("radiator", ...openingParts(plan, opening));
  }
}

/** What is fixed to the room beyond its openings. */
function addFitted(draft: Draft, bare: readonly WallName[]): void {
  const { random } = draft;
  if (chance(random, 0.15)) addFireplace(draft);
  if (chance(random, 0.3)) addCupboards(draft);
  addPanelling(draft);
  addFixtures(draft, bare);
  if (chance(random, 0.06)) addIsland(draft);
  if (chance(random, 0.06)) addStairs(draft);
  if (chance(random, 0.08)) addLeafAtFrame(draft);
}

/** What a mover would take along. Carpets stay without rugs more often than other floors. */
function addLoose(draft: Draft, state: State, kind: RoomKind): void {
  const { random, plan } = draft;
  const { floor } = plan.finishes;
  const carpeted = floor.kind === "floor" && floor.pattern === "carpet";
  const rugs = { empty: 0.05, partly: 0.25, furnished: 0.45 }[state];
  if (chance(random, carpeted ? rugs * 0.5 : rugs)) addRugs(draft);
  if (state === "empty") return;
  if (state === "partly") {
    addClutter(draft, 2);
    return;
  }
  addClutter(draft, Math.floor(random() ** 1.5 * 11));
  if (kind !== "bath" && chance(random, 0.85)) furnish(draft);
  if (kind !== "bath" && chance(random, 0.5)) furnishFrame(draft);
}
