import { randomOf } from "@image-staging/picture/random";
import { describe, expect, it } from "vitest";
import { buildBvh } from "../src/bvh.ts";
import { Ray } from "../src/ray.ts";
import { Tracer } from "../src/tracer.ts";

const random = randomOf(5);
const around = (spread: number) => (random() - 0.5) * spread;

/** Corners and edges of small triangles in a cube of 2 m; every tenth lies in a plane of an axis. */
function triangles(count: number): Float32Array {
  const corners = new Float32Array(count * 9);
  for (let i = 0; i < count; i++) {
    const edges = Array.from({ length: 6 }, () => around(0.3));
    if (i % 10 === 0) [edges[1], edges[4]] = [0, 0];
    corners.set([around(2), around(2), around(2), ...edges], i * 9);
  }
  return corners;
}

/** The nearest distance by trying every triangle (Möller and Trumbore 1997). */
function bruteForce(corners: Float32Array, from: number[], to: number[], reach: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < corners.length; at += 9) {
    const [a, b, c] = [0, 3, 6].map((k) => [...corners.subarray(at + k, at + k + 3)]) as [
      number[],
      number[],
      number[],
    ];
    const p = cross(to, c);
    const determinant = dot(b, p);
    const t = from.map((value, axis) => value - (a[axis] ?? 0));
    const u = dot(t, p) / determinant;
    const q = cross(t, b);
    const v = dot(to, q) / determinant;
    const distance = dot(c, q) / determinant;
    if (u >= 0 && v >= 0 && u + v <= 1 && distance > 1e-7 && distance < reach)
      nearest = Math.min(nearest, distance);
  }
  return nearest;
}

const dot = (a: number[], b: number[]): number =>
  a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0);
const cross = ([a = 0, b = 0, c = 0]: number[], [x = 0, y = 0, z = 0]: number[]): number[] => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];

describe("Tracer", () => {
  it.each([1, 3, 40, 300])("finds the nearest of %i triangles like brute force does", (count) => {
    const corners = triangles(count);
    const tracer = new Tracer(buildBvh({ corners }));
    for (let ray = 0; ray < 60; ray++) {
      const [from, to] = [
        [around(3), around(3), around(3)],
        [around(1), around(1), around(1)],
      ];
      const [x = 0, y = 0, z = 0] = from;
      const [dx = 0, dy = 0, dz = 0] = to;
      const reach = ray % 3 === 0 ? 1 : 100;
      const expected = bruteForce(corners, from, to, reach);
      const sent = new Ray().from(x, y, z).towards(dx, dy, dz);
      tracer.nearest(sent, reach);
      expect(tracer.hit.t).toEqual(expected === Infinity ? Infinity : expect.closeTo(expected, 6));
      expect(tracer.blocked(sent, reach)).toBe(expected < Infinity);
    }
  });

  it("meets nothing in an empty scene", () => {
    const tracer = new Tracer(buildBvh({ corners: new Float32Array(0) }));
    expect(tracer.nearest(new Ray(), 100)).toBe(false);
  });
});
