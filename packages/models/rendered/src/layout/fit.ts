import type { Group, Slot } from "@image-staging/furniture/groups/slots";
import type { Camera, Room } from "@image-staging/tracer/scene";
import { hangsFree, heightOf, isWallFree } from "./at-wall.ts";
import { overlaps } from "./ground.ts";
import { casing, hides, hidesDoor, hidesPhoto, isHidden, isSeat, showsBack } from "./hides.ts";
import type { Fit, Place, Pose, Scene } from "./place.ts";
import { inPicture, isJustCut, isMostlySeen, type Outline, outlineOf, union } from "./view.ts";

export const turnOf: Readonly<Record<Pose["wall"], number>> = {
  back: 0,
  left: Math.PI / 2,
  right: -Math.PI / 2,
  front: Math.PI,
};

/** The places of a group's pieces at a pose, without the optional ones that don't fit; nothing if a needed one doesn't. */
export function fitAt(group: Group, pose: Pose, scene: Scene): Fit | undefined {
  const [main] = group.slots;
  if (!main) return undefined;
  const first = placeOf(main, pose, scene.room);
  if (!scene.ground.stands(first.rect, scene.crop > 0)) return undefined;
  const outline = outlineOf(scene.camera, first.rect, 0, main.size[2]);
  if (!outline || !inPicture(outline, cropOf(main, scene.crop)) || !isMostlySeen(outline) || showsBack(first))
    return undefined;
  const found: Place[] = [];
  // Of pictures that belong together all hang, or none.
  let allHang = true;
  for (const slot of group.slots) {
    if (slot.on !== undefined) continue;
    const place = slot === main ? first : placedSlot(slot, pose, scene, found);
    if (place) found.push(place);
    else if (slot.hangs) allHang = false;
    else if (!slot.optional && slot.missed === undefined) return undefined;
  }
  const places = allHang ? found : found.filter(({ slot }) => !slot.hangs);
  const seen = (wanted: (slot: Slot) => boolean): Outline[] =>
    places.flatMap(({ slot, rect }) =>
      wanted(slot) ? (outlineOf(scene.camera, rect, 0, slot.size[2]) ?? []) : [],
    );
  const outlines = seen((slot) => !isUnder(slot));
  const extent = outlines.concat(seen((slot) => slot.flat === true)).reduce(union);
  return { group, pose, places, outline, outlines, extent };
}

/** The places of a fit, with what stands on its pieces: smaller and closer together on a piece that is smaller. */
export function laid({ group, pose, places }: Fit, room: Room): Place[] {
  const tops = group.slots.flatMap((slot) => {
    const under = places.find((place) => slot.on !== undefined && place.slot.name === slot.on)?.slot;
    const planned = group.slots.find(({ name }) => name !== undefined && name === slot.on);
    if (!under || !planned) return [];
    const [across, along] = [under.size[0] / planned.size[0], under.size[1] / planned.size[1]];
    const x = under.x + (slot.x - planned.x) * across;
    const z = under.z + (slot.z - planned.z) * along;
    const part = Math.min(across, along);
    const [width, depth, height] = slot.size;
    const size = [width * part, depth * part, height * part] as const;
    return [placeOf({ ...slot, x, z, size }, pose, room)];
  });
  return [...places, ...tops];
}

/** Parts of a rug's width and depth that are tried. */
const rugSizes = [
  [1, 1],
  [1, 0.85],
  [0.85, 1],
  [0.85, 0.85],
  [0.72, 0.85],
  [0.72, 0.72],
] as const;

/** Parts of a minor piece's width and depth that are tried. */
const minorSizes = [
  [1, 1],
  [0.85, 0.85],
  [0.72, 0.72],
  [0.6, 0.6],
] as const;

/** A slot's place if it fits there. Rugs and minor pieces also fit if they can shrink, while their edge at the main piece stays. */
function placedSlot(slot: Slot, pose: Pose, scene: Scene, places: readonly Place[]): Place | undefined {
  const placed = (version: Slot): Place | undefined => {
    const place = placeOf(version, pose, scene.room);
    return accepts(place, pose, scene, places) ? place : undefined;
  };
  if (!slot.flat && !slot.minor)
    return firstOf([{}, ...(slot.or ?? [])], (spot) =>
      slot.atWall
        ? firstOf(offWall, (off) => placed({ ...slot, ...spot, z: slot.size[1] / 2 + off - pose.gap }))
        : placed({ ...slot, ...spot }),
    );
  const [width, depth, height] = slot.size;
  const isCentred = places[0]?.slot.z === slot.z;
  const sizes: readonly (readonly [number, number])[] = slot.flat ? rugSizes : minorSizes;
  let cut: Place | undefined;
  const whole = firstOf(sizes, ([across, along]) => {
    const place = placed({
      ...slot,
      size: [width * across, depth * along, height],
      z: isCentred ? slot.z : slot.z - ((1 - along) * depth) / 2,
    });
    const outline = slot.flat && place && outlineOf(scene.camera, place.rect, 0, 0);
    if (!outline || !isJustCut(outline)) return place;
    cut ??= place;
    return undefined;
  });
  return whole ?? cut;
}

/** How far from the wall a piece that belongs there is tried: its floor boundary can be found wrong by up to the last. */
const offWall = [0.02, 0.08, 0.14, 0.2];

/** What the first that has something is asked for gives: the others are not asked. */
function firstOf<T, R>(all: readonly T[], ask: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const answer = ask(one);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function accepts(place: Place, pose: Pose, scene: Scene, places: readonly Place[]): boolean {
  const [main] = places;
  const { slot, rect } = place;
  const { camera, ground, crop } = scene;
  if (slot.atWall && !isWallFree(slot, rect, pose, scene)) return false;
  if (slot.hangs) return scene.hangs && pose.gap < 0.3 && hangsFree(slot, rect, pose, scene);
  if (slot.flat)
    return !scene.rugged && ground.lies(rect) && shareOf(camera, outlineOf(camera, rect, 0, 0)) < widestRug;
  if (!ground.stands(rect, crop > 0)) return false;
  const outline = outlineOf(camera, rect, 0, slot.size[2]);
  if (!outline || !inPicture(outline, cropOf(slot, crop))) return false;
  if (slot.minor && shareOf(camera, outline) > widest) return false;
  const isAverted = showsBack(place) && (slot.kind !== "sofa" || outline.bottom > foreground);
  if (main && isSeat(slot) && (isAverted || hides(outline, main, camera))) return false;
  if (!slot.optional) return true;
  if (outline.bottom > foreground && staysBack(slot)) return false;
  if (hidesPhoto(outline, scene) || (isTall(slot) && hidesDoor(outline, scene, casing))) return false;
  if (slot.kind === "floorLamp" && places.some((other) => isSideTableNear(other, place))) return false;
  if (slot.kind === "armchair" && main && isHidden(outline, main, camera)) return false;
  return places.every(
    (other) => isUnder(other.slot) || !(overlaps(other.rect, rect) || hides(outline, other, camera)),
  );
}

/** A side table has its own lamp. Two lamps closer than this, in metres, look like one. */
const lampsApart = 0.9;

const isSideTableNear = ({ slot, x, z }: Place, lamp: Place): boolean =>
  slot.kind === "sideTable" && Math.hypot(x - lamp.x, z - lamp.z) < lampsApart;

/** The part of the picture's size by which a piece can leave it: a bed's foot more than a table before a sofa. */
const minorCrop = 0.03;
const cropOf = ({ optional, minor }: Slot, crop: number): number =>
  optional ? 0 : minor ? Math.min(crop, minorCrop) : crop;

/** The parts of the picture's width that a minor piece and a rug take at most. A rug's near corners can leave it. */
const [widest, widestRug] = [0.32, 1.1];

/** The part of a photo's width that an outline takes; a panorama has no edge, so none of it. */
const shareOf = ({ projection }: Camera, outline: Outline | undefined): number =>
  projection ? 0 : outline ? outline.right - outline.left : Infinity;

/** Whether a piece is more than 1.2 m high. */
export const isTall = ({ size }: Slot): boolean => size[2] > 1.2;

/** Whether it is too tall for the foreground, alone or with its lamp, or round: a wide lens draws that as an egg there. */
const staysBack = (slot: Slot): boolean => isTall(slot) || slot.kind === "sideTable" || slot.kind === "pouf";

/** What stands lower in the photo than this part of its height stands before the room, not in it. */
const foreground = 0.85;

/** Whether others stand on it, or it stands on others or hangs: it takes no floor. */
export const isUnder = (slot: Slot): boolean =>
  slot.flat === true || slot.on !== undefined || slot.hangs === true;

/** Where a slot's piece is, if its group has this pose. */
export function placeOf(slot: Slot, pose: Pose, room: Room): Place {
  const facing = turnOf[pose.wall];
  const z = slot.hangs ? slot.size[1] / 2 + 0.004 - pose.gap : slot.z;
  const [cos, sin] = [Math.cos(facing), Math.sin(facing)];
  const origin = {
    back: [pose.along, room.back + pose.gap],
    left: [room.left + pose.gap, pose.along],
    right: [room.right - pose.gap, pose.along],
    front: [pose.along, room.front - pose.gap],
  }[pose.wall] as [number, number];
  const turn = facing + (slot.turn ?? 0);
  const at = [origin[0] + slot.x * cos + z * sin, origin[1] - slot.x * sin + z * cos] as const;
  const [c, s] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const [halfX, halfZ] = [
    (slot.size[0] * c + slot.size[1] * s) / 2,
    (slot.size[0] * s + slot.size[1] * c) / 2,
  ];
  return {
    ...{ slot, turn, x: at[0], z: at[1], y: heightOf(slot) },
    rect: { left: at[0] - halfX, right: at[0] + halfX, back: at[1] - halfZ, front: at[1] + halfZ },
  };
}
