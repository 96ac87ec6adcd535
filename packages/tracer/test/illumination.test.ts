import { describe, expect, it } from "vitest";
import { Illumination } from "../src/illumination.ts";
import { prepare } from "../src/index.ts";
import { Point } from "../src/ray.ts";
import type { AreaLight } from "../src/scene.ts";
import { Tracer } from "../src/tracer.ts";
import { cube, simpleRoom } from "./simple-room.ts";

const effort = { hemisphere: 256, direct: 256 };
const white = { kind: "paint", color: [0.5, 0.5, 0.5], gloss: 0 } as const;

function illuminated(scene: ReturnType<typeof simpleRoom>, x: number, y: number, z: number, ny = 1) {
  const { solid, lighting } = prepare(scene, 20);
  const light = new Illumination(new Tracer(solid.bvh), lighting, solid.geometry);
  light.at(new Point().at(x, y, z).facing(0, ny, Math.sqrt(1 - ny * ny)), effort, 0.3, 0.6);
  const { distance, occlusion } = light;
  return { lit: light.lit[1] ?? 0, free: light.free[1] ?? 0, distance, occlusion };
}

describe("Illumination", () => {
  it("returns the room's radiance if it is the same from everywhere", () => {
    const { lit, free } = illuminated(simpleRoom(40, 30, []), 0.3, 0, -2);
    expect(lit).toBeCloseTo(0.4, 5);
    expect(free).toBeCloseTo(0.4, 5);
  });

  it("adds a small light by the law of distance and cosines", () => {
    const scene = simpleRoom(40, 30, []);
    const lamp: AreaLight = {
      corner: [-0.1, 2.5, -2.1],
      u: [0.2, 0, 0],
      v: [0, 0, 0.2],
      radiance: [50, 50, 50],
    };
    const { free } = illuminated({ ...scene, light: { ...scene.light, areas: [lamp] } }, 0.8, 0, -2);
    const square = 2.5 ** 2 + 0.8 ** 2;
    const expected = (50 * 0.04 * (2.5 / Math.sqrt(square)) ** 2) / square / Math.PI;
    expect(free - 0.4).toBeCloseTo(expected, 2);
  });

  it("finds less light under a piece, and says how near the piece is", () => {
    const { lit, free, distance } = illuminated(simpleRoom(40, 30, [cube(0, -2, white, 0.1)]), 0, 0, -2);
    expect(lit).toBeLessThan(free * 0.6);
    expect(distance).toBeGreaterThan(0.05);
    expect(distance).toBeLessThan(0.4);
  });

  it("is occluded by what is near, not by what is far above", () => {
    const under = (height: number): number =>
      illuminated(simpleRoom(40, 30, [cube(0, -2, white, height)]), 0, 0, -2).occlusion;
    expect(under(0.1)).toBeGreaterThan(0.3);
    expect(under(0.6)).toBeLessThan(under(0.1) / 2);
    expect(under(1.3)).toBe(0);
  });

  it("is not occluded by what lies below", () => {
    const scene = simpleRoom(40, 30, [cube(0, -2, white)]);
    expect(illuminated(scene, 0, 0.6, -2.1, 0).occlusion).toBeCloseTo(0, 3);
  });
});
