import type { Preset } from "../furniture/styles.ts";
import type { Opening } from "../scene.ts";
import { overlaps, type Rect, stripBefore } from "./ground.ts";
import type { Place, Scene } from "./place.ts";
import type { Slot } from "./slots.ts";
import { inPicture, outlineOf } from "./view.ts";

/** Styles that are dressed with curtains. */
const curtained: readonly Preset["bed"][] = ["rattan", "country", "arch", "channel", "spindle"];

/** Height of a pendant's lower edge over the floor, with a table below it. */
const overTable = 1.62;

/** Curtains at windows and a pendant over a dining table, if the photo shows plain wall and ceiling there. */
export function hangingsOf(scene: Scene, preset: Preset, places: readonly Place[]): Place[] {
  if (!scene.walls || !scene.hangs) return [];
  const windows = scene.room.openings.filter(({ kind, wall }) => kind === "window" && wall === "back");
  const dressed = curtained.includes(preset.bed)
    ? windows.flatMap((window) => curtainsAt(window, scene, places))
    : [];
  return [...dressed, ...pendantOver(scene, places)];
}

function curtainsAt(window: Opening, { room, camera, walls }: Scene, places: readonly Place[]): Place[] {
  const total = (window.to - window.from) * 1.34 + 0.05;
  const height = Math.min(window.top + 0.14, room.height - 0.05);
  const x = (window.from + window.to) / 2;
  const [left, right] = [x - total / 2, x + total / 2];
  const z = room.back + 0.07;
  const rect: Rect = { left, right, back: z - 0.06, front: z + 0.06 };
  const isPlain = (from: number, to: number): boolean =>
    walls?.isPlain("back", from, to, 0.35, height) ?? false;
  const others = room.openings.filter((other) => other !== window && other.wall === "back");
  const outline = outlineOf(camera, rect, 0, height);
  if (!outline || !inPicture(outline) || outline.top < 0.01) return [];
  if (window.top > room.height - 0.18 || left < room.left || right > room.right) return [];
  if (!isPlain(left, window.from - 0.12) || !isPlain(window.to + 0.12, right)) return [];
  if (others.some(({ from, to }) => from < right && to > left)) return [];
  if (
    places.some(
      (place) =>
        !place.slot.on && overlaps(place.rect, stripBefore({ ...window, from: left, to: right }, room, 0.16)),
    )
  )
    return [];
  const slot: Slot = { kind: "curtains", size: [total, 0.12, height], x: 0, z: 0 };
  return [{ slot, x, y: 0.012, z, turn: 0, rect }];
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
