import { between, type Random } from "@image-staging/picture/random";
import type { Material, Part, Placement, WallName } from "@image-staging/tracer/scene";
import { board, endsOf, type Span } from "../rooms/frame.ts";
import type { RoomPlan } from "../rooms/plan.ts";
import type { Class } from "./classes.ts";
import { placed, type Stand } from "./shapes.ts";

/** A part of the room and what it is. */
export interface Labelled {
  part: Part;
  as: Class;
}

/** A stretch of a wall. */
export interface Stretch {
  wall: WallName;
  from: number;
  to: number;
}

export type OnWall = Span & { wall: WallName };

/** The walls that a camera may see. */
export const sides = ["back", "left", "right"] as const satisfies readonly WallName[];

/** Walls at the camera's sides are furnished up to this far before it. */
const beforeCamera = -0.4;
const leastGap = 0.12;

/** A room under construction: its parts with their classes, its furniture, and what stands along its walls. */
export class Draft {
  readonly parts: Labelled[] = [];
  readonly furniture: Placement[] = [];
  /** Things through which the rest shows a little. */
  readonly sheers: Labelled[] = [];
  readonly plan: RoomPlan;
  readonly random: Random;
  readonly #taken: Stretch[];

  constructor(plan: RoomPlan, random: Random, plain: readonly WallName[] = []) {
    this.plan = plan;
    this.random = random;
    this.#taken = plan.openings.map(({ wall, from, to }) => ({ wall, from, to }));
    for (const wall of plain) this.takeWall(wall);
  }

  add(as: Class, ...parts: readonly Part[]): void {
    for (const part of parts) this.parts.push({ part, as });
  }

  /** A board on a wall, from one distance before the wall to another. */
  board(as: Class, at: OnWall, [near, far]: readonly [number, number], material: Material): void {
    this.add(as, board(this.plan.box, at.wall, at, [-far, -near], material));
  }

  /** Parts with their middle at the origin, at their place in the room. */
  put(as: Class, stand: Stand, ...parts: readonly Part[]): void {
    this.add(as, ...parts.map((part) => placed(part, stand)));
  }

  isFree({ wall, from, to }: Stretch, gap = leastGap): boolean {
    return this.#taken.every(
      (other) => other.wall !== wall || from > other.to + gap || to < other.from - gap,
    );
  }

  take(stretch: Stretch): void {
    this.#taken.push(stretch);
  }

  takeWall(wall: WallName): void {
    const [from, to] = endsOf(this.plan.box, wall);
    this.take({ wall, from, to });
  }

  /** A free place at one of the walls, taken from now on. */
  spot(wide: number, walls: readonly WallName[] = sides): Stretch | undefined {
    for (let trial = 0; trial < 5; trial++) {
      const wall = walls[Math.floor(this.random() * walls.length)] ?? "back";
      const [start, end] = reachOf(this.plan, wall);
      if (end - start < wide + 0.1) continue;
      const from = between(this.random, start + 0.04, end - wide - 0.04);
      const stretch = { wall, from, to: from + wide };
      if (!this.isFree(stretch)) continue;
      this.take(stretch);
      return stretch;
    }
    return undefined;
  }
}

/** A wall's ends, as far as the camera may see it. */
export function reachOf({ box }: RoomPlan, wall: WallName): readonly [number, number] {
  const [start, end] = endsOf(box, wall);
  return wall === "left" || wall === "right" ? [start, Math.min(end, beforeCamera)] : [start, end];
}

/** What a wall of a material is: painted and papered ones are walls, others (brick, tiles, boards) are not to be painted. */
export const wallClass = (material: Material): Class =>
  material.kind === "paint" || material.kind === "textile" ? "wall" : "brick";
