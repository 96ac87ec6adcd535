import type { GeneratedPlan } from "@image-staging/generated/plans";
import { fittingsOf } from "@image-staging/generated/plans/fittings";
import type { Area, Gap } from "@image-staging/generated/plans/flat";
import type { PlanCandidate, preparePlan } from "../src/index.ts";

type Analysis = Exclude<Awaited<ReturnType<typeof preparePlan>>, { declined: unknown }>["analysis"];

const required = { bedroom: "bed", living: "sofa", dining: "diningTable", office: "desk" } as const;

/** For each room of a plan: whether its name was read, the piece that it needs, and whether that stands in it. */
export function roomsOf({ flat, style, picture }: GeneratedPlan, analysis: Analysis, drawn: PlanCandidate) {
  return flat.rooms.map((room) => {
    const x = Math.round(style.left + (room.x + room.width / 2) * style.scale);
    const y = Math.round(style.top + (room.y + room.height / 2) * style.scale);
    const id = analysis.map.rooms[y * picture.width + x] ?? 0;
    const found = analysis.rooms[id - 1];
    const needs = required[room.use as keyof typeof required];
    const kinds = drawn.furnished[id - 1]?.rects.map(({ kind }) => kind) ?? [];
    return {
      room,
      kinds,
      isRead: found?.named === true && found.uses.includes(room.use),
      isKnown: found?.uses.includes(room.use) === true,
      needs,
      lacks: needs !== undefined && !kinds.includes(needs),
      hasWrongBed: room.use !== "bedroom" && kinds.includes("bed"),
    };
  });
}

/** What is too high to stand before a window, and how near a window counts as behind it, in metres. */
const [tall, behind] = [new Set(["wardrobe", "bookcase"]), 0.15];

/**
 * How many pieces stand, and how many of them cover lettering, walls, what is drawn as fitted, a door's swing, or, if they are
 * high, a window.
 */
export function piecesOver(
  { walls, letters, picture, flat, style }: GeneratedPlan,
  { scale }: Analysis,
  drawn: PlanCandidate,
) {
  const count = { pieces: 0, letters: 0, walls: 0, fittings: 0, swings: 0, windows: 0 };
  const swings = flat.gaps.filter(({ kind }) => kind === "door").map(swingOf);
  const windows = flat.gaps
    .filter(({ kind }) => kind === "window")
    .map(({ x, y, width, height }) => ({
      ...{ x: x - behind, y: y - behind },
      ...{ width: width + 2 * behind, height: height + 2 * behind },
    }));
  const fittings = flat.rooms.flatMap((room) => fittingsOf(room, style.hasWardrobes));
  for (const { kind, rect, flat: lies } of drawn.furnished.flatMap(({ rects }) => rects)) {
    const [x0, x1, y0, y1] = [rect.x0, rect.x1, rect.z0, rect.z1].map((metres) =>
      Math.round(metres * scale),
    ) as [number, number, number, number];
    const covers = (plane: Uint8Array) => {
      for (let y = y0 + 1; y < y1 - 1; y++)
        for (let x = x0 + 1; x < x1 - 1; x++) if (plane[y * picture.width + x]) return true;
      return false;
    };
    const [left, right] = [x0, x1].map((x) => (x - style.left) / style.scale) as [number, number];
    const [top, bottom] = [y0, y1].map((y) => (y - style.top) / style.scale) as [number, number];
    const isIn = ({ x, y, width, height }: Area) =>
      Math.min(right, x + width) - Math.max(left, x) > 0.05 &&
      Math.min(bottom, y + height) - Math.max(top, y) > 0.05;
    if (covers(letters)) count.letters++;
    if (fittings.some(isIn)) count.fittings++;
    if (lies) continue;
    count.pieces++;
    if (covers(walls)) count.walls++;
    if (swings.some(isIn)) count.swings++;
    if (tall.has(kind) && windows.some(isIn)) count.windows++;
  }
  return count;
}

/** The square that a door needs to open, with its gap. */
function swingOf({ along, opens = 1, x, y, width, height }: Gap): Area {
  const deep = along === "x" ? width : height;
  if (along === "x") return { x, y: opens === 1 ? y : y - deep, width, height: height + deep };
  return { x: opens === 1 ? x : x - deep, y, width: width + deep, height };
}

/** The share of the walls' pixels, without their border, that kept their bytes, and how many of the lettering's did not. */
export function inkKept({ walls, letters, picture }: GeneratedPlan, { data }: PlanCandidate) {
  const { width } = picture;
  let [kept, all, lettersChanged] = [0, 0, 0];
  for (let i = 0; i < walls.length; i++) {
    const isWall = walls[i] === 1 && [1, -1, width, -width].every((step) => walls[i + step]);
    const isLetter = letters[i] === 1 && (picture.data[i * 3] ?? 0) < 90;
    if (!isWall && !isLetter) continue;
    const isSame = [0, 1, 2].every((c) => data[i * 3 + c] === picture.data[i * 3 + c]);
    if (isWall) all++;
    if (isWall && isSame) kept++;
    if (isLetter && !isSame) lettersChanged++;
  }
  return { wallsKept: kept / all, lettersChanged };
}
