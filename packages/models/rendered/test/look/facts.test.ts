import { project, rayThrough } from "@image-staging/tracer/camera";
import type { Camera, Placement } from "@image-staging/tracer/scene";
import { describe, expect, it } from "vitest";
import type { Analysis } from "../../src/analysis/index.ts";
import { factsOf } from "../../src/look/facts.ts";

const camera: Camera = {
  width: 600,
  height: 400,
  focal: 420,
  centreX: 300,
  centreY: 190,
  yaw: 0.3,
  pitch: -0.08,
  roll: 0.02,
  elevation: 1.3,
};
const planes = { left: -2, right: 2.2, back: -4, front: 0.5, height: 2.6 };
const freeFloor = { x: -2, z: -4, cell: 0.1, columns: 2, rows: 2, free: Uint8Array.of(1, 1, 0, 1) };
const analysis = {
  camera,
  room: { ...planes, openings: [], floorMask: new Uint8Array(0), freeFloor },
  light: { areas: [], faces: {} },
  exposure: { white: 0.8, whitePoint: [1, 1, 1] },
  confidence: { camera: 0.9, room: 0.8, scale: 0.7 },
  segments: [],
} as unknown as Analysis;
const table: Placement = {
  piece: { kind: "coffeeTable", parts: [], width: 1, depth: 0.6, height: 0.4 },
  ...{ x: 0.2, y: 0, z: -2.5, turn: Math.PI / 2 },
};

describe("what was found, as JSON", () => {
  const facts = factsOf(analysis, [table], { roomTypes: ["Living Room"], style: "modern", seed: 1 });

  it("has the horizon at the height of level rays", () => {
    for (const [x = 0, y = 0] of facts.camera.horizon_pixels)
      expect(rayThrough(camera, x, y)[1]).toBeCloseTo(0, 4);
  });

  it("has the floor in sight as an outline within the picture", () => {
    expect(facts.floor_pixels.length).toBeGreaterThan(3);
    for (const [x = -1, y = -1] of facts.floor_pixels) {
      expect(x).toBeGreaterThanOrEqual(-0.01);
      expect(x).toBeLessThanOrEqual(600.01);
      expect(y).toBeGreaterThanOrEqual(-0.01);
      expect(y).toBeLessThanOrEqual(400.01);
      const ray = rayThrough(camera, x, y);
      const t = -camera.elevation / ray[1];
      expect(t * ray[0]).toBeGreaterThan(planes.left - 0.01);
      expect(t * ray[0]).toBeLessThan(planes.right + 0.01);
      expect(t * ray[2]).toBeGreaterThan(planes.back - 0.01);
    }
  });

  it("has each piece's footprint in metres and in the pixels that show it", () => {
    const [piece] = facts.pieces;
    expect(piece).toMatchObject({ kind: "coffeeTable", size: [1, 0.6, 0.4], turn: 90 });
    piece?.footprint.forEach(([x = 0, z = 0], i) => {
      const at = project(camera, [x, 0, z]);
      expect(piece.footprint_pixels[i]?.[0]).toBeCloseTo(at?.x ?? 0, 1);
      expect(piece.footprint_pixels[i]?.[1]).toBeCloseTo(at?.y ?? 0, 1);
    });
  });

  it("has a metre's width on the floor at the picture's lower edge", () => {
    const ray = rayThrough(camera, 300, 400);
    const t = -camera.elevation / ray[1];
    const [a, b] = [-0.5, 0.5].map((s) =>
      project(camera, [t * ray[0] + s * Math.cos(camera.yaw), 0, t * ray[2] - s * Math.sin(camera.yaw)]),
    );
    expect(facts.metre_pixels.width / ((b?.x ?? 0) - (a?.x ?? 0))).toBeCloseTo(1, 1);
  });

  it("says how sure it is and how much floor is free", () => {
    expect(facts.confidence).toEqual({ camera: 0.9, room: 0.8, scale: 0.7 });
    expect(facts.free_floor_square_metres).toBeCloseTo(0.03, 3);
  });
});
