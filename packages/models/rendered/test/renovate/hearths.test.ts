import type { Camera, Opening, Room } from "@image-staging/tracer/scene";
import { describe, expect, it } from "vitest";
import { faceNames, hitsOf } from "../../src/analysis/faces.ts";
import { isWithin } from "../../src/renovate/fittings.ts";
import { hearthsOf } from "../../src/renovate/hearths.ts";
import { copyOfLab } from "../lab-copy.ts";

const size = { width: 180, height: 120 };
const camera: Camera = {
  ...size,
  ...{ focal: 110, centreX: 90, centreY: 60, yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};
const fireplace: Opening = { kind: "fireplace", wall: "back", from: -0.6, to: 0.6, bottom: 0, top: 1.2 };
const box = { left: -2, right: 2, back: -4, front: 0.5, height: 2.6 };
const hits = hitsOf(camera, box);
const pixels = Array.from(hits.face, (_, i) => i);
const roomWith = (opening: Opening): Room => ({
  ...box,
  openings: [opening],
  floorMask: new Uint8Array(0),
  freeFloor: { x: 0, z: 0, cell: 1, columns: 0, rows: 0, free: new Uint8Array(0) },
});

/** Whether a pixel shows floor before the fire, at most so many metres from its wall. */
function isBefore(i: number, deep: number, beside = 0.6): boolean {
  const [x, z] = [box.left + 4 * (hits.u[i] ?? 0), box.back + 4.5 * (hits.v[i] ?? 0)];
  return faceNames[hits.face[i] ?? 0] === "floor" && Math.abs(x) < beside && z - box.back < deep;
}

/** The slabs found if the floor before the fire has another lightness so far from its wall, on which a black place is so wide. */
function found(
  deep: number,
  opening = fireplace,
  paint = new Uint8Array(hits.face.length),
  black = 0,
  sunny = new Uint8Array(hits.face.length),
  seen = hits,
): number[] {
  const inMouth = isWithin({ ...fireplace, from: -black / 2, to: black / 2, top: 0.7 }, hits, box);
  const light = Float32Array.from(pixels, (i) => (isBefore(i, deep) ? 80 : inMouth(i) ? 5 : 50));
  const plain = new Float32Array(light.length);
  const slabs = hearthsOf(copyOfLab(size, light, plain, plain), seen, roomWith(opening), paint, sunny);
  return pixels.filter((i) => slabs[i]);
}

describe("the floor before a fire", () => {
  it("is a hearth as far as a slab of another colour reaches", () => {
    const slabs = found(0.4);
    expect(slabs.length).toBeGreaterThan(0);
    expect(pixels.filter((i) => isBefore(i, 0.35)).every((i) => slabs.includes(i))).toBe(true);
    expect(slabs.filter((i) => !isBefore(i, 0.5, 0.66))).toEqual([]);
  });

  it("is a hearth as wide as the slab, also if the fire was found too wide", () => {
    const slabs = found(0.4, { ...fireplace, from: -1, to: 0.8 });
    expect(pixels.filter((i) => isBefore(i, 0.35, 0.55)).every((i) => slabs.includes(i))).toBe(true);
    expect(slabs.filter((i) => !isBefore(i, 0.5, 0.7))).toEqual([]);
  });

  it.each([
    ["was taken for a radiator", "radiator", "back"],
    ["was taken for a door", "door", "back"],
    ["was not found", "window", "left"],
  ] as const)("is a hearth on both sides of a black mouth that %s", (_, kind, wall) => {
    const opening: Opening = { ...fireplace, kind, wall, from: -0.3, to: 0.3, top: 0.7 };
    expect(found(0.4, opening)).toEqual([]);
    const slabs = found(0.4, opening, undefined, 0.6);
    expect(pixels.filter((i) => isBefore(i, 0.35, 0.5)).every((i) => slabs.includes(i))).toBe(true);
    expect(slabs.filter((i) => !isBefore(i, 0.5, 0.7))).toEqual([]);
  });

  it("is a hearth also before a mouth that the picture's border cuts off", () => {
    const isShown = (i: number): boolean => i % size.width >= 96;
    const face = hits.face.map((value, i) => (isShown(i) ? value : faceNames.length));
    const slabs = found(0.4, { ...fireplace, kind: "door" }, undefined, 0.6, undefined, { ...hits, face });
    expect(pixels.filter((i) => isShown(i) && isBefore(i, 0.35, 0.5)).every((i) => slabs.includes(i))).toBe(
      true,
    );
    expect(slabs.filter((i) => !isShown(i) || !isBefore(i, 0.5, 0.7))).toEqual([]);
  });

  it("is floor before a black place as narrow as a socket, or as wide as a wall", () => {
    for (const wide of [0.2, 4])
      expect(found(0.4, { ...fireplace, kind: "door" }, undefined, wide)).toEqual([]);
  });

  it("is floor if it has the floor's colour", () => {
    expect(found(0)).toEqual([]);
  });

  it("is floor if the sun shines on it", () => {
    expect(found(0.4, fireplace, undefined, 0, new Uint8Array(hits.face.length).fill(1))).toEqual([]);
  });

  it("is floor before a fire that is only the sun on a wall", () => {
    expect(found(0.4, fireplace, new Uint8Array(hits.face.length).fill(1))).toEqual([]);
  });

  it("is floor before a door, whatever its colour", () => {
    expect(found(0.4, { ...fireplace, kind: "door" })).toEqual([]);
  });
});
