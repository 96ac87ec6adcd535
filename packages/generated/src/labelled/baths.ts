import { between, type Random } from "@image-staging/picture/random";
import type { Material, Part } from "@image-staging/tracer/scene";
import { CylinderGeometry, SphereGeometry } from "three";
import { endsOf, onWall } from "../rooms/frame.ts";
import type { Draft, OnWall, Stretch } from "./draft.ts";
import { chrome, joinery, tiling } from "./materials.ts";
import { chance } from "./random.ts";
import { partOf, type Stand, turns, upright } from "./shapes.ts";

const ceramic: Material = { kind: "ceramic", color: [0.82, 0.82, 0.8], gloss: 0.8 };

/** A bathroom: tiles on its walls, tub or shower, basin with a mirror, toilet. */
export function addBath(draft: Draft): void {
  const { random } = draft;
  if (chance(random, 0.75)) addTiles(draft);
  const tub = draft.spot(between(random, 1.4, 1.8));
  if (tub) (chance(random, 0.55) ? addTub : addShower)(draft, tub);
  const basin = draft.spot(between(random, 0.5, 1.4));
  if (basin) addBasin(draft, basin);
  const toilet = draft.spot(0.6);
  if (toilet) addToilet(draft, toilet);
  const rail = draft.spot(0.55);
  if (rail && chance(random, 0.5))
    draft.board("bath", { ...rail, bottom: 1.2, top: 1.225 }, [0.04, 0.06], chrome);
}

/** Tiles up to the hip, the door's head or the ceiling, around what is in the walls. */
function addTiles(draft: Draft): void {
  const { random, plan } = draft;
  const { box, openings } = plan;
  const material = tiling(random);
  const top = [1.2, 2.05, box.height][Math.floor(random() * 3)] ?? 1.2;
  for (const wall of ["back", "left", "right", "front"] as const) {
    const [start, end] = endsOf(box, wall);
    const holes = openings.filter((at) => at.wall === wall).sort((a, b) => a.from - b.from);
    let from = start;
    const tiled = (span: Omit<OnWall, "wall">) => {
      if (span.to - span.from > 0.02 && span.top - span.bottom > 0.02)
        draft.board("brick", { wall, ...span }, [0, 0.008], material);
    };
    for (const hole of holes) {
      tiled({ from, to: hole.from - 0.1, bottom: 0, top });
      tiled({ from: hole.from - 0.1, to: hole.to + 0.1, bottom: 0, top: Math.min(top, hole.bottom - 0.1) });
      from = hole.to + 0.1;
    }
    tiled({ from, to: end, bottom: 0, top });
  }
}

const standAt = ({ plan }: Draft, { wall, from, to }: Stretch): Stand => {
  const [x, , z] = onWall(plan.box, wall, (from + to) / 2, 0, 0);
  return { x, z, turn: turns[wall] };
};

/** A tub against the wall, hollow, with its taps. */
function addTub(draft: Draft, at: Stretch): void {
  const { random } = draft;
  const [wide, deep, high] = [at.to - at.from, between(random, 0.7, 0.85), between(random, 0.5, 0.6)];
  const apron = chance(random, 0.5) ? ceramic : tiling(random);
  const rim = 0.07;
  draft.put(
    "bath",
    standAt(draft, at),
    upright([wide, high, rim], apron, [0, 0, deep - rim / 2]),
    upright([wide, high, rim], ceramic, [0, 0, rim / 2]),
    upright([rim, high, deep], ceramic, [rim / 2 - wide / 2, 0, deep / 2]),
    upright([rim, high, deep], ceramic, [wide / 2 - rim / 2, 0, deep / 2]),
    upright([wide, 0.15, deep], ceramic, [0, 0, deep / 2]),
    upright([0.16, 0.05, 0.12], chrome, [0, high + 0.15, 0.06]),
  );
}

/** A shower tray behind glass, with its pipe and head. */
function addShower(draft: Draft, at: Stretch): void {
  const { random } = draft;
  const [wide, deep] = [Math.min(1.2, at.to - at.from), between(random, 0.8, 1)];
  const stand = standAt(draft, at);
  draft.put("bath", stand, upright([wide, 0.04, deep], ceramic, [0, 0, deep / 2]));
  draft.put(
    "bath",
    stand,
    upright([0.03, 1.2, 0.03], chrome, [0, 0.9, 0.05]),
    upright([0.2, 0.02, 0.2], chrome, [0, 2.1, 0.15]),
  );
  const glass: Material = { kind: "glass", tint: [0.9, 0.95, 0.93] };
  draft.put(
    "bath",
    stand,
    upright([wide, 1.95, 0.008], glass, [0, 0.04, deep]),
    upright([0.008, 1.95, deep], glass, [wide / 2, 0.04, deep / 2]),
  );
  draft.put("bath", stand, upright([wide, 0.03, 0.03], chrome, [0, 1.98, deep]));
}

function addBasin(draft: Draft, at: Stretch): void {
  const { random } = draft;
  const wide = at.to - at.from;
  const stand = standAt(draft, at);
  const deep = between(random, 0.42, 0.55);
  if (chance(random, 0.6))
    draft.put(
      "bath",
      stand,
      upright([wide, 0.55, deep - 0.02], joinery(random), [0, between(random, 0.02, 0.28), deep / 2]),
    );
  else
    draft.put(
      "bath",
      stand,
      partOf(new CylinderGeometry(0.09, 0.12, 0.8, 16).translate(0, 0.4, 0.2), ceramic),
    );
  draft.put("bath", stand, upright([wide, 0.06, deep], ceramic, [0, 0.82, deep / 2]), ...tap(0.88));
  const mirror = { ...at, bottom: between(random, 1.05, 1.25), top: between(random, 1.75, 2) };
  if (chance(random, 0.7)) draft.board("bath", mirror, [0, 0.02], { kind: "mirror" });
}

const tap = (height: number): Part[] => [
  upright([0.03, 0.14, 0.03], chrome, [0, height, 0.08]),
  upright([0.03, 0.02, 0.14], chrome, [0, height + 0.12, 0.14]),
];

function addToilet(draft: Draft, at: Stretch): void {
  const { random } = draft;
  const stand = standAt(draft, at);
  const bowl = new SphereGeometry(0.2, 20, 14).scale(0.95, 1, 1.35).translate(0, 0.24, 0.36);
  const seat = new CylinderGeometry(0.2, 0.2, 0.03, 24).scale(0.95, 1, 1.3).translate(0, 0.425, 0.36);
  draft.put(
    "bath",
    stand,
    partOf(bowl, ceramic),
    partOf(seat, ceramic),
    upright([0.22, 0.2, 0.3], ceramic, [0, 0, 0.25]),
  );
  draft.put("bath", stand, cistern(random));
}

const cistern = (random: Random): Part =>
  chance(random, 0.65)
    ? upright([0.38, 0.38, 0.17], ceramic, [0, 0.42, 0.09])
    : upright([0.24, 0.16, 0.015], chrome, [0, 0.95, 0.01]);
