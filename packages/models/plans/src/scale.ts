import type { Vote } from "./dimension-lines.ts";
import { scaleFromDoors } from "./door-scale.ts";
import type { Ink } from "./ink.ts";
import type { Label } from "./read/labels.ts";
import { likelihood, roomsAround, scaleFromRooms, votesOfRoom } from "./room-scale.ts";
import type { Walls } from "./walls.ts";

/** A plan's scale. */
export interface Scale {
  /** Pixels of a metre. */
  scale: number;
  /** What it is measured by: printed sizes, or doors and rooms of usual size. */
  scaleFrom: "sizes" | "doors";
  /**
   * How many measures agree on it: rooms with their sizes, dimension lines, a scale bar, doors, rooms of usual size. 1 if most printed sizes
   * say something else.
   */
  scaleVotes: number;
}

/** Votes agree within this difference of logarithms: an arrow's head is so much of a dimension line. */
const near = 0.06;
/** What votes for a scale must count for together, and one to be a measure that agrees. */
const [leastSum, leastVote] = [0.3, 0.08];
/** If a smaller part of the measures agrees, they contradict each other. */
const leastPart = 1 / 3;
/** How far from the scale, as a logarithm, doors and rooms of usual size still agree with it. */
const [doorsAgree, roomsAgree] = [0.15, 0.2];

/**
 * The scale that most printed sizes agree on: of rooms with their walls, and the votes of each other `measure`. One far from
 * what makes rooms as large as usual counts little. Without sizes, the one that makes doors 80 cm wide. Undefined if nothing is known.
 */
export function findScale(
  measures: readonly (readonly Vote[])[],
  labels: readonly Label[],
  walls: Walls,
  ink: Ink,
): Scale | undefined {
  const rooms = roomsAround(labels, walls);
  const usual = scaleFromRooms(rooms);
  const printed = mostAgreed([...rooms.map(votesOfRoom), ...measures], usual);
  const doors = scaleFromDoors(walls, ink, usual);
  const scale = printed?.scale ?? doors ?? usual;
  if (scale === undefined) return undefined;
  const agrees = (other: number | undefined, within: number): number =>
    other !== undefined && Math.abs(Math.log(other / scale)) < within ? 1 : 0;
  const others = agrees(doors, doorsAgree) + agrees(usual, roomsAgree);
  const scaleFrom = printed ? "sizes" : "doors";
  if (printed && printed.count < leastPart * printed.of) return { scale, scaleFrom, scaleVotes: 1 };
  return { scale, scaleFrom, scaleVotes: (printed?.count ?? 0) + others };
}

const measuresOf = (votes: readonly { measure: number; weight: number }[]): number =>
  new Set(votes.flatMap(({ measure, weight }) => (weight > leastVote ? [measure] : []))).size;

/** The scale that the votes of most weight are near, and how many of the measures have such a vote. */
function mostAgreed(
  measures: readonly (readonly Vote[])[],
  usual: number | undefined,
): { scale: number; count: number; of: number } | undefined {
  // A sure reading needs no rooms of usual size.
  const votes = measures.flatMap((readings, measure) =>
    readings.map(({ log, weight, sure }) => ({
      ...{ measure, log },
      weight: weight * likelihood(Math.exp(log), usual) ** Math.max(0, 1 - sure),
    })),
  );
  let best: { scale: number; count: number; of: number } | undefined;
  let most = leastSum;
  for (const { log } of votes) {
    const same = votes.filter((vote) => Math.abs(vote.log - log) < near);
    const sum = same.reduce((total, { weight }) => total + weight, 0);
    if (sum <= most) continue;
    most = sum;
    const mean = same.reduce((total, vote) => total + vote.log * vote.weight, 0) / sum;
    best = { scale: Math.exp(mean), count: measuresOf(same), of: measuresOf(votes) };
  }
  return best;
}
