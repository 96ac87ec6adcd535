import type { Slot } from "@image-staging/furniture/groups/slots";
import type { Preset } from "@image-staging/furniture/styles";
import type { Opening } from "@image-staging/tracer/scene";
import { turnOf } from "./fit.ts";
import { overlaps, type Rect, stripBefore } from "./ground.ts";
import type { Place, Scene } from "./place.ts";
import { endsOf, wallsIn } from "./sides.ts";
import { inPicture, outlineOf } from "./view.ts";

/** Styles that are dressed with curtains. */
const curtained: readonly Preset["bed"][] = ["rattan", "country", "arch", "channel", "spindle"];

/** Height of a pendant's lower edge over the floor, with a table below it. */
const overTable = 1.62;

/** Curtains at windows and a pendant over a dining table, if the photo shows plain wall and ceiling there. */
export function hangingsOf(scene: Scene, preset: Preset, places: readonly Place[]): Place[] {
  if (!scene.walls || !scene.hangs) return [];
  const dressed = curtained.includes(preset.bed) ? curtainsOf(scene, places) : [];
  return [...dressed, ...pendantOver(scene, places)];
}

/** Curtains at all windows in sight, or at none. */
function curtainsOf(scene: Scene, places: readonly Place[]): Place[] {
  const walls = wallsIn(scene.camera);
  const windows = scene.room.openings.filter(({ kind, wall }) => kind === "window" && walls.includes(wall));
  const dressed = windows.flatMap((window) => curtainsAt(window, scene, places));
  return dressed.length === windows.length ? dressed : [];
}

/** Metres beside a window and above it in which a pane that was not found, or a lamp that hangs before it, would show. */
const [aside, above] = [0.5, 0.3];

/** Curtains before a window and before 17 % of its width at both sides, if the wall is plain around it. */
function curtainsAt(window: Opening, { room, camera, walls }: Scene, places: readonly Place[]): Place[] {
  const { wall } = window;
  const total = (window.to - window.from) * 1.34 + 0.05;
  const height = Math.min(window.top + 0.14, room.height - 0.05);
  const middle = (window.from + window.to) / 2;
  const [from, to] = [middle - total / 2, middle + total / 2];
  const [start, end] = endsOf(wall, room, camera);
  if (window.top > room.height - 0.18 || from < start || to > end) return [];
  const rect = stripBefore({ ...window, from: from + 0.05, to: to - 0.05 }, room, 0.13);
  const outline = outlineOf(camera, rect, 0, height);
  if (!outline || !inPicture(outline) || outline.top < 0.01) return [];
  const isPlain = (low: number, high: number, bottom = 0.35, top = height): boolean =>
    walls?.isPlain(wall, low, high, bottom, top) ?? false;
  const [left, right] = [window.from - 0.12, window.to + 0.12];
  if (!isPlain(from, left) || !isPlain(Math.max(start, window.from - aside), left)) return [];
  if (!isPlain(right, to) || !isPlain(right, Math.min(end, window.to + aside))) return [];
  const rail = Math.min(window.top + above, room.height - 0.1);
  if (!isPlain(window.from, window.to, window.top + 0.12, rail)) return [];
  const isTaken = room.openings.some(
    (other) => other !== window && other.wall === wall && other.from < to && other.to > from,
  );
  const before = stripBefore({ ...window, from, to }, room, 0.16);
  if (isTaken || places.some((place) => !place.slot.on && overlaps(place.rect, before))) return [];
  const slot: Slot = { kind: "curtains", size: [total, 0.12, height], x: 0, z: 0 };
  const [x, z] = [(rect.left + rect.right) / 2, (rect.back + rect.front) / 2];
  return [{ slot, x, y: 0.012, z, turn: turnOf[wall], rect }];
}

function pendantOver({ room, camera, walls }: Scene, places: readonly Place[]): Place[] {
  const table = places.find(({ slot }) => slot.kind === "diningTable");
  const drop = room.height - overTable;
  if (!table || drop < 0.6 || !walls?.isCeilingPlain()) return [];
  const { x, z } = table;
  const rect: Rect = { left: x - 0.24, right: x + 0.24, back: z - 0.24, front: z + 0.24 };
  const outline = outlineOf(camera, rect, overTable, room.height);
  if (!outline || outline.top < 0 || !inPicture(outline)) return [];
  const slot: Slot = { kind: "pendant", size: [0.48, 0.48, drop], x: 0, z: 0 };
  return [{ slot, x, y: overTable, z, turn: 0, rect }];
}
