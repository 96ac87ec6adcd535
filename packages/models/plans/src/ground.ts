import { int32At, uint16At } from "@image-staging/picture/at";
import { componentsOf } from "@image-staging/picture/components";
import { distancesTo } from "@image-staging/picture/distances";
import { maskWhere } from "@image-staging/picture/mask";
import type { PlanAnalysis } from "./analyse.ts";
import { type Opening, roomsBeside, widestLeaf } from "./openings.ts";
import { fillBox } from "./read/box.ts";
import { keepStairsFree } from "./stairs.ts";

/** For each pixel of a plan: the number of the room that has this floor (0: none), and 1 if furniture can stand on it. */
export interface Ground {
  floor: Int32Array;
  free: Uint8Array;
}

/** Wet rooms and kitchens keep what is drawn in them. */
const fitted = new Set(["bath", "kitchen", "utility"]);

/** Clear depth before a door, so that it swings freely, and around lines of fittings, in metres. */
const [swing, clearance] = [0.85, 0.04];

/** The soft edge of a wall is so many pixels wide at most. */
const softEdge = 2;

/** Which pixels of the rooms are floor, and which of those are free: not in a door's swing, not on stairs or something drawn. */
export function groundOf(plan: PlanAnalysis): Ground {
  const { map, rooms, scale, ink, letters, openings, walls } = plan;
  const isFloor = new Uint8Array(map.parts.length + 1);
  for (const part of map.parts) {
    const room = rooms[part.room - 1];
    if (!room) continue;
    const area = part.pixels / scale ** 2;
    const [use] = room.uses;
    const isFitted = room.uses.some((one) => fitted.has(one));
    const least = Math.min(2.5, room.area * 0.09);
    const large = area > (fitted.has(use ?? "hall") ? room.area * 0.22 : isFitted ? 2.5 : least);
    const always = (!isFitted && (use === "hall" || use === "storage")) || area < 0.012 || part.atDoor;
    isFloor[part.id] = large || always ? 1 : 0;
  }
  const floor = floorOf(plan, isFloor);
  const free = maskWhere(floor.length, (i) => floor[i]);
  const obstacles = obstaclesOf(plan);
  const near = distancesTo(obstacles, ink);
  for (let i = 0; i < free.length; i++) if (near.at(i) <= clearance * scale && !letters[i]) free[i] = 0;
  for (const opening of openings) if (opening.kind === "door") keepFree(free, plan, opening);
  keepStairsFree(free, plan);
  paintThresholds(floor, plan);
  const { solid, width } = walls;
  // The soft edge of a wall is a pixel wide.
  const isAtWall = (i: number) =>
    solid[i] || solid[i + 1] || solid[i - 1] || solid[i + width] || solid[i - width];
  return { floor, free: maskWhere(free.length, (i) => free[i] && !isAtWall(i)) };
}

/** Blank pixels belong to their cell's room if it is floor; lines and letters to the floor next to them. */
function floorOf({ map, ink }: PlanAnalysis, isFloor: Uint8Array): Int32Array {
  const { width } = ink;
  const floor = map.rooms.map((room, i) => (isFloor[int32At(map.cells, i)] ? room : 0));
  for (let pass = 0; pass < ink.line + 1; pass++) {
    const before = floor.slice();
    for (let i = width + 1; i < floor.length - width - 1; i++) {
      if (before[i] || map.cells[i] || !map.rooms[i]) continue;
      floor[i] = before[i - 1] || before[i + 1] || before[i - width] || before[i + width] || 0;
    }
  }
  return floor;
}

/** Lines on which nothing may stand: all but lettering, dimension lines, small marks and the soft edges of walls. */
function obstaclesOf({ map, ink, letters, scale, walls }: PlanAnalysis): Uint8Array {
  const toWall = distancesTo(walls.solid, ink);
  const lines = ink.drawn.map((value, i) =>
    value && map.rooms[i] && !letters[i] && toWall.at(i) > softEdge ? 1 : 0,
  );
  const { map: strokes, components } = componentsOf(lines, ink, true);
  const thickest = new Uint16Array(components.length + 1);
  for (let i = 0; i < lines.length; i++) {
    const id = int32At(strokes, i);
    if (id > 0) thickest[id] = Math.max(uint16At(thickest, id), uint16At(ink.thickness, i));
  }
  const stands = new Uint8Array(components.length + 1);
  for (const part of components) {
    const sides = [part.right - part.left, part.bottom - part.top];
    const isSmall = Math.max(...sides) < scale * 0.28;
    // A dimension line is straight and ends in an arrow head.
    const hasArrows = Math.min(...sides) < scale * 0.22 && uint16At(thickest, part.id) > ink.line;
    stands[part.id] = isSmall || hasArrows ? 0 : 1;
  }
  return maskWhere(strokes.length, (i) => stands[int32At(strokes, i)]);
}

function keepFree(free: Uint8Array, { scale, ink }: PlanAnalysis, opening: Opening): void {
  const { along, left, right, top, bottom } = opening;
  const wide = along === "x" ? right - left : bottom - top;
  const depth = Math.max(swing * scale, wide > widestLeaf * scale ? wide / 2 : wide);
  const [beside, before] = along === "x" ? [0, depth] : [depth, 0];
  const box = {
    ...{
      left: Math.max(0, Math.floor(left - beside)),
      right: Math.min(ink.width, Math.ceil(right + beside)),
    },
    ...{
      top: Math.max(0, Math.floor(top - before)),
      bottom: Math.min(ink.height, Math.ceil(bottom + before)),
    },
  };
  fillBox(free, ink.width, box, 0);
}

/** The floor goes on through doors between two rooms. */
function paintThresholds(floor: Int32Array, { openings, map, rooms, walls }: PlanAnalysis): void {
  for (const opening of openings) {
    if (opening.kind !== "door") continue;
    const [one, other] = roomsBeside(opening, map, walls).map((id) => rooms[id - 1]);
    if (!one || !other) continue;
    const dry = [one, other].find(({ uses }) => !fitted.has(uses[0] ?? "")) ?? one;
    fillBox(floor, map.width, opening, dry.id);
  }
}
