import type { Group } from "@image-staging/furniture/groups/slots";
import { presets } from "@image-staging/furniture/presets";
import type { Camera, Room } from "@image-staging/tracer/scene";
import { expect, it } from "vitest";
import { Ground, type Rect } from "../../src/layout/ground.ts";
import type { Place } from "../../src/layout/place.ts";
import { search } from "../../src/layout/search.ts";
import { isJustCut, outlineOf } from "../../src/layout/view.ts";

const room: Room = {
  ...{
    left: -2.5,
    right: 2.5,
    back: -5,
    front: 0.5,
    height: 2.6,
    openings: [],
    floorMask: new Uint8Array(0),
  },
  freeFloor: { x: -2.5, z: -5, cell: 0.5, columns: 10, rows: 11, free: new Uint8Array(110).fill(1) },
};
const camera: Camera = {
  ...{ width: 900, height: 600, focal: 600, centreX: 450, centreY: 300 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.2 },
};
const group: Group = {
  stand: "wall",
  share: [0.2, 0.5],
  slots: [
    { kind: "sofa", size: [1.8, 0.9, 0.85], x: 0, z: 0.45 },
    { kind: "floorLamp", size: [0.4, 0.4, 1.5], x: 1.25, z: 0.3, optional: true },
    { kind: "sideTable", size: [0.4, 0.4, 0.5], x: -1.25, z: 0.3, optional: true },
  ],
};

/** Where a group's pieces stand; `walkable` tells of what stands whether the walkways are kept. */
function placesOf(group: Group, walkable: (pieces: readonly Rect[]) => boolean): readonly Place[] {
  const scene = { room, camera, ground: new Ground(room, camera), hangs: true, taken: [], crop: 0, walkable };
  const setting = { preset: presets.modern, mirrored: false, careful: false };
  const aim = { across: 0.5, corner: false, worth: 0.1, largest: 4 };
  return search(scene, () => group, setting, aim, 1)?.places ?? [];
}
const found = (walkable: (pieces: readonly Rect[]) => boolean): string[] =>
  placesOf(group, walkable).map(({ slot }) => slot.kind);

it("finds a place for a whole group", () => {
  expect(found(() => true)).toEqual(["sofa", "floorLamp", "sideTable"]);
});

it("does without the pieces that bar a walkway", () => {
  expect(found((pieces) => pieces.length < 3)).toEqual(["sofa", "floorLamp"]);
  expect(found((pieces) => pieces.length < 2)).toEqual(["sofa"]);
});

it("finds none if the main piece bars it", () => {
  expect(found((pieces) => pieces.length < 1)).toEqual([]);
});

it("puts a bookcase at the wall, however far from it the desk before it stands", () => {
  const [width, depth] = [0.9, 0.32];
  const office: Group = {
    stand: "free",
    share: [0.6, 0.9],
    slots: [
      { kind: "desk", size: [1.6, 0.7, 0.74], x: 0, z: 1.4 },
      { kind: "bookcase", size: [width, depth, 1.9], x: 1.1, z: 0, atWall: true, optional: true },
    ],
  };
  const [desk, bookcase] = placesOf(office, () => true);
  expect(desk && desk.z - room.back).toBeGreaterThan(2);
  expect(bookcase && bookcase.rect.back - room.back).toBeLessThanOrEqual(0.2);
});

it("hangs a group's pictures on the wall behind it, all or none", () => {
  const hung = (x: number): string[] => {
    const picture = { kind: "art", size: [0.5, 0.04, 0.7], z: 0, hangs: true } as const;
    const slots = [...group.slots, { ...picture, x: 0 }, { ...picture, x }];
    return placesOf({ ...group, slots }, () => true).map(({ slot }) => slot.kind);
  };
  expect(hung(0.6).filter((kind) => kind === "art").length).toBe(2);
  expect(hung(9)).not.toContain("art");
});

it("does without a piece that is missed if only the picture's edge leaves none for it", () => {
  const table = { kind: "coffeeTable", size: [0.6, 0.6, 0.4], x: 0, minor: true, missed: 0.6 } as const;
  const kinds = (z: number): string[] =>
    placesOf({ ...group, slots: [...group.slots, { ...table, z, name: "table" }] }, () => true).map(
      ({ slot }) => slot.kind,
    );
  expect(kinds(1.6)).toContain("coffeeTable");
  expect(kinds(4.6)).toEqual(["sofa", "floorLamp", "sideTable"]);
});

it("leaves out an armchair that the main piece hides", () => {
  const armchair = { kind: "armchair", size: [0.78, 0.8, 0.85], z: -0.6, optional: true } as const;
  const kinds = (x: number): string[] =>
    placesOf({ ...group, stand: "free", slots: [...group.slots, { ...armchair, x }] }, () => true).map(
      ({ slot }) => slot.kind,
    );
  expect(kinds(1.6)).toContain("armchair");
  expect(kinds(0.3)).not.toContain("armchair");
});

it("shortens a rug of which the picture's edge would cut a strip", () => {
  const rug = { kind: "rug", size: [2.4, 2, 0.012], x: 0, flat: true, optional: true } as const;
  for (const z of [2.2, 2.3, 2.4, 2.5, 2.6, 2.7]) {
    const places = placesOf({ ...group, slots: [...group.slots, { ...rug, z }] }, () => true);
    const laid = places.find(({ slot }) => slot.kind === "rug");
    const outline = laid && outlineOf(camera, laid.rect, 0, 0);
    expect(outline && isJustCut(outline), `${z}`).toBe(false);
  }
});
