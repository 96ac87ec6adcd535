import { type Group, mirroredGroup, type Setting } from "@image-staging/furniture/groups/slots";
import { randomOf } from "@image-staging/picture/random";
import { fitAt, isUnder } from "./fit.ts";
import type { Rect } from "./ground.ts";
import type { Fit, Place, Pose, Scene } from "./place.ts";
import { type Aim, scoreOf } from "./score.ts";
import { endsOf, frontOf, isAcross, wallsIn } from "./sides.ts";

export interface Searched extends Scene {
  /** Whether the walkways are kept with these pieces. */
  walkable: (pieces: readonly Rect[]) => boolean;
}

/** Where a piece stands, and how it is turned. */
export type Stand = Pick<Place, "x" | "z" | "turn">;

/** Whether a stand looks like one of others: less than a metre apart, and turned alike; a table has two equal sides. */
const isTaken = (others: readonly Stand[], { x, z, turn, slot }: Place): boolean =>
  others.some((other) => {
    const cos = Math.cos(other.turn - turn);
    const alike = slot.kind === "diningTable" ? Math.abs(cos) : cos;
    return Math.hypot(other.x - x, other.z - z) < 1 && alike > 0.9;
  });

interface Candidate {
  found: Fit;
  score: number;
  /** What its size and hand cost of it. */
  cost: number;
}

/** How many of the best places are tried for walkways. */
const tries = 24;
const sizes = [1, 2, 3, 4];

/**
 * The best place for a group: all sizes, walls, distances and both hands, by score; the best that keeps the walkways.
 * Nothing if none scores more than `aim.worth`. Steps are coarse first, then fine around the best.
 */
export function search(
  scene: Searched,
  build: (setting: Setting) => Group,
  setting: Omit<Setting, "scale">,
  aim: Aim & { apart?: readonly Stand[] },
  seed: number,
): Fit | undefined {
  const random = randomOf(seed);
  const candidates: Candidate[] = [];
  const taste = {
    back: random() * 0.1,
    left: random() * 0.16,
    right: random() * 0.16,
    front: random() * 0.1,
  };
  const consider = (hand: Group, cost: number, pose: Pose): void => {
    const found = fitAt(hand, pose, scene);
    const [main] = found?.places ?? [];
    if (!found || !main || isTaken(aim.apart ?? [], main)) return;
    const score = scoreOf(hand, found, scene, aim) + taste[pose.wall] - cost - (hand.handicap ?? 0);
    if (score > aim.worth) candidates.push({ found, score, cost });
  };
  for (const scale of sizes.filter((size) => size >= aim.largest)) {
    const group = build({ ...setting, scale });
    const hands = setting.mirrored ? [mirroredGroup(group), group] : [group, mirroredGroup(group)];
    hands.forEach((hand, second) => {
      const cost = second * 0.1 + (scale - aim.largest) * 0.2;
      for (const pose of posesOf(scene, hand, aim.wall)) consider(hand, cost, pose);
    });
  }
  candidates.sort((a, b) => b.score - a.score);
  for (const { found, cost } of candidates.slice(0, refined))
    for (const pose of around(found.pose)) consider(found.group, cost, pose);
  candidates.sort((a, b) => b.score - a.score);
  return bestWalkable(scene, candidates);
}

/** The best of the candidates that keep the walkways, if need be without pieces that it can do without. */
function bestWalkable(scene: Searched, candidates: readonly Candidate[]): Fit | undefined {
  const first = candidates.slice(0, tries);
  const apart = candidates.filter(
    ({ found: { pose } }, i) =>
      i >= tries && !candidates.slice(0, i).some((other) => isNear(other.found.pose, pose)),
  );
  let best: Candidate | undefined;
  for (const candidate of first.concat(apart.slice(0, tries))) {
    if (best && candidate.score <= best.score) break;
    const found = walkableOf(candidate.found, scene);
    const score = candidate.score - missed * (candidate.found.places.length - (found?.places.length ?? 0));
    if (found && !(best && score <= best.score)) best = { ...candidate, found, score };
  }
  return best?.found;
}

/** What a piece that is left out for a walkway costs. */
const missed = 0.3;

/** The fit with as many of its optional pieces, in their order, as leave the walkways free; nothing if the others do not. */
function walkableOf(found: Fit, { ground, walkable }: Searched): Fit | undefined {
  const isFree = (places: readonly Place[]): boolean =>
    walkable([...ground.pieces, ...places.filter(({ slot }) => !isUnder(slot)).map(({ rect }) => rect)]);
  if (isFree(found.places)) return found;
  const isOptional = ({ slot }: Place): boolean =>
    (slot.optional === true || slot.missed !== undefined) && !isUnder(slot);
  let kept = found.places.filter((place) => !isOptional(place));
  if (kept.length === found.places.length || !isFree(kept)) return undefined;
  for (const place of found.places.filter(isOptional)) if (isFree([...kept, place])) kept = [...kept, place];
  return { ...found, places: kept };
}

/** Whether a group stands nearly in the same place. */
const isNear = (a: Pose, b: Pose): boolean =>
  a.wall === b.wall && Math.abs(a.along - b.along) < 0.5 && Math.abs(a.gap - b.gap) < 0.5;

/** Steps in metres along a wall and away from it. */
const [stepAlong, stepAway] = [0.24, 0.2];

/** How many of the best coarse places are looked around. */
const refined = 16;

/** Places half a step away, as far from the wall if the group stands at it. */
function* around({ wall, along, gap }: Pose): Generator<Pose> {
  for (const aside of [-stepAlong / 2, 0, stepAlong / 2])
    for (const away of gap < 0.3 ? [0] : [-stepAway / 2, 0, stepAway / 2])
      if (aside !== 0 || away !== 0) yield { wall, along: along + aside, gap: gap + away };
}

function* posesOf(
  { room, camera }: Pick<Searched, "room" | "camera">,
  { stand, decor }: Group,
  only?: Pose["wall"],
): Generator<Pose> {
  for (const wall of only ? [only] : wallsIn(camera)) {
    const [from, to] = endsOf(wall, room, camera);
    const away = isAcross(wall) ? frontOf(room, camera) - room.back : room.right - room.left;
    const gaps = [
      ...(stand === "free" ? [] : [0.04, 0.13, 0.22]),
      ...(stand === "wall" ? (decor ? [0.36, 0.5, 0.64] : []) : steps(0.3, away - 1.2)),
    ];
    for (const gap of gaps)
      for (let along = from + 0.2; along < to - 0.2; along += stepAlong) yield { wall, along, gap };
  }
}

const steps = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / stepAway)) }, (_, i) => from + i * stepAway);
