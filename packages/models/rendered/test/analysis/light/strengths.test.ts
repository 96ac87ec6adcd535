import type { AreaLight, Rgb, Vec3 } from "@image-staging/tracer/scene";
import { expect, test } from "vitest";
import { type Face, framesOf, pointOn } from "../../../src/analysis/faces.ts";
import { patch, pointsOf, receivedFrom } from "../../../src/analysis/light/received.ts";
import { cells, type SeenFace, type SeenFaces } from "../../../src/analysis/light/seen-faces.ts";
import { strengthsOf } from "../../../src/analysis/light/strengths.ts";

const frames = framesOf({ left: -2, right: 2, back: -4, front: 0.5, height: 2.6 });
const grey: Rgb = [1, 1, 1];
const window = patch(frames.left, [6, 14], [8, 16], grey);
const opposite = patch(frames.right, [14, 20], [6, 18], grey);
const middle: Vec3 = [0, 0.6, -2.5];

/** What a photo shows of surfaces with these albedos in this light, as levels; the others are out of sight. */
function seenIn(lights: readonly AreaLight[], albedos: Partial<Record<Face, number>>): SeenFaces {
  const points = pointsOf(lights);
  const face = (name: Face): SeenFace => {
    const albedo = albedos[name];
    const at = (k: number) =>
      pointOn(frames[name], ((k % cells) + 0.5) / cells, (Math.floor(k / cells) + 0.5) / cells);
    return {
      colour: Float32Array.from({ length: cells * cells * 3 }, (_, i) =>
        albedo ? albedo * receivedFrom(points, at(Math.floor(i / 3)), frames[name].normal) : 0,
      ),
      pixels: new Float32Array(cells * cells).fill(albedo ? 9 : 0),
      emits: new Uint8Array(cells * cells),
    };
  };
  const names = ["left", "right", "back", "front", "floor", "ceiling"] as const;
  return Object.fromEntries(names.map((name) => [name, face(name)])) as unknown as SeenFaces;
}

/** How many times as strong as it is a window is found, and a light at the other side that is not there, over the window. */
function found(albedos: Partial<Record<Face, number>>): { window: number; opposite: number } {
  const strength = 3;
  const shines = { ...window, radiance: [strength, strength, strength] as const };
  const white = receivedFrom(pointsOf([shines]), middle);
  const room = { seen: seenIn([shines], albedos), frames, middle };
  const strengths = strengthsOf(room, { white, whitePoint: grey }, [], [[window], [opposite]]);
  return {
    window: (strengths[0] as number) / strength,
    opposite: (strengths[1] as number) / (strengths[0] as number),
  };
}

test("light and shade on the walls tell which window they come from, and how strongly", () => {
  const { window, opposite } = found({ back: 0.65, right: 0.65, ceiling: 0.75 });
  expect(window).toBeGreaterThan(0.7);
  expect(window).toBeLessThan(1.4);
  expect(opposite).toBeLessThan(0.2);
});

test("a wall of dark paint beside others does not count as less light", () => {
  const { window } = found({ back: 0.2, right: 0.65, ceiling: 0.75 });
  expect(window).toBeGreaterThan(0.7);
});
