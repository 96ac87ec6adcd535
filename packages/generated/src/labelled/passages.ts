import { between } from "@image-staging/picture/random";
import type { Material, Rgb } from "@image-staging/tracer/scene";
import { endsOf, onWall, type Span } from "../rooms/frame.ts";
import { openingParts } from "../rooms/openings.ts";
import type { PlannedOpening } from "../rooms/plan.ts";
import { anyColour } from "./colours.ts";
import type { Draft } from "./draft.ts";
import { chrome } from "./materials.ts";
import { chance, weighted } from "./random.ts";
import { placed, turns, upright } from "./shapes.ts";

const leafDepth = 0.04;
/** Of `openingParts`: the casing, then the reveal, then the usual room behind, which is drawn anew here. */
const casingParts = 3;
const revealParts = 7;

/** A passage: its casing, the next room, dim or bright, and often a leaf that stands open. */
export function addPassage(draft: Draft, passage: PlannedOpening): void {
  const { plan, random } = draft;
  const parts = openingParts(plan, passage);
  if (chance(random, 0.8)) draft.add("door", ...parts.slice(0, casingParts));
  draft.add("door", ...parts.slice(casingParts, revealParts));
  addNextRoom(draft, passage);
  if (passage.to - passage.from < 1.1 && chance(random, 0.5)) addOpenLeaf(draft, passage);
}

function addNextRoom(draft: Draft, { wall, from, to }: PlannedOpening): void {
  const { plan, random } = draft;
  const { finishes, light } = plan;
  const lit = light.passage * between(random, 0.4, 4);
  const own = finishes.walls[wall];
  const walls: Rgb = chance(random, 0.6) && "color" in own ? own.color : anyColour(random, 0.4);
  const floor: Rgb = "color" in finishes.floor ? finishes.floor.color : [0.3, 0.2, 0.15];
  const far = between(random, 1, 4);
  // Not beyond the wall's ends, where windows of the next wall would show it from outside.
  const [start, end] = endsOf(plan.box, wall);
  const left = Math.max(start, from - between(random, 0.1, 1.4));
  const right = Math.min(end, to + between(random, 0.1, 1.4));
  const shade = (color: Rgb, tone: number): Material => ({ kind: "shade", color, lit: lit * tone });
  const add = (span: Span, depth: readonly [number, number], material: Material) =>
    draft.board("passage", { ...span, wall }, [-depth[1], -depth[0]], material);
  const whole = { from: left, to: right, bottom: 0, top: 2.6 };
  add(whole, [far, far + 0.02], shade(walls, 0.32));
  add({ ...whole, to: left + 0.02 }, [0.16, far], shade(walls, 0.25));
  add({ ...whole, from: right - 0.02 }, [0.16, far], shade(walls, 0.22));
  add({ ...whole, bottom: 2.58 }, [0.16, far], shade([0.7, 0.7, 0.7], 0.35));
  add({ ...whole, bottom: -0.02, top: -0.001 }, [0, far], shade(floor, 0.35));
  const x = between(random, left, right - 0.8);
  const beyond = weighted<() => void>(random, [
    [0.4, () => undefined],
    [
      0.25,
      () =>
        add(
          { from: x, to: x + between(random, 0.3, 1), bottom: 0, top: between(random, 0.4, 2) },
          [far - 0.5, far],
          shade(anyColour(random), 0.35),
        ),
    ],
    [
      0.2,
      () =>
        add({ from: x, to: x + 0.8, bottom: 0, top: 2.05 }, [far - 0.02, far], shade([0.8, 0.8, 0.78], 0.5)),
    ],
    [
      0.15,
      () =>
        add({ from: x, to: x + 0.9, bottom: 0.9, top: 2.1 }, [far - 0.02, far], {
          kind: "shade",
          color: [0.9, 0.95, 1],
          lit: light.outdoors,
        }),
    ],
  ]);
  beyond();
}

/** The passage's leaf, turned on its hinges into this room. */
function addOpenLeaf(draft: Draft, { wall, from, to, top }: PlannedOpening): void {
  const { plan, random } = draft;
  const wide = to - from;
  const atStart = chance(random, 0.5);
  const [x, , z] = onWall(plan.box, wall, atStart ? from : to, 0, -0.03);
  // Along the wall as the leaf's own x runs: left and front are mirrored.
  const mirrored = wall === "left" || wall === "front";
  const forward = atStart !== mirrored;
  const opened = between(random, 0.5, 2.2) * (forward ? -1 : 1);
  const turn = turns[wall] + (forward ? 0 : Math.PI) + opened;
  const leaf = upright([wide, top, leafDepth], plan.finishes.door, [wide / 2, 0.006, 0]);
  const handle = upright([0.12, 0.03, 0.14], chrome, [wide - 0.1, 1.03, 0]);
  draft.add("door", ...[leaf, handle].map((part) => placed(part, { x, z, turn })));
}
