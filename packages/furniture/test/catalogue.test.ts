import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import { describe, expect, it } from "vitest";
import { type Kind, make, makers } from "../src/catalogue.ts";
import { finishOf } from "../src/finish.ts";

const kinds = Object.keys(makers) as Kind[];

/** Usual sizes; what is not here is 0.6 m wide and deep and 0.8 m high. */
const sizes: Partial<Record<Kind, readonly [number, number, number]>> = {
  sofa: [2.1, 0.92, 0.85],
  bed: [1.9, 2.16, 1.15],
  rug: [2.6, 1.9, 0.012],
  diningTable: [1.8, 0.9, 0.75],
  sideboard: [1.6, 0.42, 0.78],
  mediaUnit: [1.6, 0.42, 1.22],
  lounger: [0.68, 1.95, 0.75],
  parasol: [2.4, 2.4, 2.45],
  childBed: [1.05, 2.05, 1.6],
  bicycle: [1.72, 0.56, 1.02],
  workbench: [1.6, 0.65, 0.88],
  shelving: [1.2, 0.4, 1.85],
  clothesRail: [1.2, 0.46, 1.65],
  wineRack: [0.95, 0.34, 1.75],
  bookcase: [0.9, 0.34, 1.9],
  wardrobe: [1.2, 0.6, 2],
  curtains: [2.2, 0.12, 2.3],
  plant: [0.7, 0.7, 1.5],
  outdoorSofa: [1.8, 0.82, 0.8],
  cot: [0.7, 1.3, 0.9],
  gymBench: [0.5, 1.25, 0.8],
};
const sizeOf = (kind: Kind) => {
  const [width, depth, height] = sizes[kind] ?? [0.6, 0.6, 0.8];
  return { width, depth, height };
};

/** `npm test` makes each kind in one style, each style with a ninth of the kinds. */
const isFullRun = process.env.FULL_RUN !== undefined;

describe.each(stylePresets)("furniture in %s", (style) => {
  const finish = finishOf(style, 0);

  const turn = stylePresets.indexOf(style);
  const made = kinds.filter((_, at) => isFullRun || (at + turn) % stylePresets.length === 0);

  it.each(made)("has a %s that stands on the floor within its size", (kind) => {
    const size = sizeOf(kind);
    const piece = make(kind, finish, size);
    expect(piece.parts.length).toBeGreaterThan(0);
    let [lowest, widest, deepest] = [Infinity, 0, 0];
    for (const { mesh } of piece.parts) {
      expect(mesh.positions.every(Number.isFinite) && mesh.normals.every(Number.isFinite)).toBe(true);
      expect(mesh.uvs.length / 2).toBe(mesh.positions.length / 3);
      expect(Math.max(...mesh.indices.subarray(0, 3000))).toBeLessThan(mesh.positions.length / 3);
      for (let i = 0; i < mesh.positions.length; i += 3) {
        lowest = Math.min(lowest, mesh.positions[i + 1] ?? 0);
        widest = Math.max(widest, Math.abs(mesh.positions[i] ?? 0));
        deepest = Math.max(deepest, Math.abs(mesh.positions[i + 2] ?? 0));
      }
    }
    expect(Math.abs(lowest)).toBeLessThan(0.02);
    expect(widest).toBeLessThan(size.width / 2 + 0.001);
    expect(deepest).toBeLessThan(size.depth / 2 + 0.001);
  });
});

it("has at least 25 kinds", () => {
  expect(kinds.length).toBeGreaterThanOrEqual(25);
});

it.each(["sofa", "chair", "bed", "coffeeTable", "diningTable", "floorLamp", "plant"] as const)(
  "shapes a %s differently in at least four styles",
  (kind) => {
    const shapes = stylePresets.map((style) => {
      const piece = make(kind, finishOf(style, 0), sizeOf(kind));
      return piece.parts.reduce((sum, { mesh }) => sum + mesh.indices.length, 0);
    });
    expect(new Set(shapes).size).toBeGreaterThanOrEqual(4);
  },
);

it("turns the outside of closed shapes outwards", () => {
  for (const style of stylePresets) {
    const { parts } = make("sofa", finishOf(style, 0), sizeOf("sofa"));
    const [body] = parts;
    const { positions, indices } = body?.mesh ?? {
      positions: new Float32Array(),
      indices: new Uint32Array(),
    };
    let volume = 0;
    const at = (corner: number): readonly [number, number, number] => [
      positions[corner * 3] ?? 0,
      positions[corner * 3 + 1] ?? 0,
      positions[corner * 3 + 2] ?? 0,
    ];
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [at(indices[i] ?? 0), at(indices[i + 1] ?? 0), at(indices[i + 2] ?? 0)];
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) +
        a[1] * (b[2] * c[0] - b[0] * c[2]) +
        a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(volume).toBeGreaterThan(0);
  }
});
