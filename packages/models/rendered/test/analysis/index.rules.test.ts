import { alongLine, edgeFieldOf } from "@image-staging/picture/edge-field";
import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { Camera, Opening } from "@image-staging/tracer/scene";
import { describe, expect, it } from "vitest";
import { witnessesOf } from "../../src/analysis/box/conflicts.ts";
import { findSegments, type Segment } from "../../src/analysis/camera/segments.ts";
import { freeFloorOf } from "../../src/analysis/floor.ts";
import { projectorOf } from "../../src/analysis/projector.ts";
import { withHeads } from "../../src/analysis/scale/heads.ts";
import { scaleOf } from "../../src/analysis/scale/scale.ts";
import { minimised } from "../../src/analysis/simplex.ts";

const camera: Camera = {
  width: 90,
  height: 60,
  focal: 64,
  centreX: 45,
  centreY: 30,
  yaw: 0.2,
  pitch: -0.05,
  roll: 0.01,
  elevation: 1.3,
};
const planes = { left: -2, right: 2.2, back: -4, front: 0.5, height: 2.6 };

/** A picture that is light above a slanted line and dark below it. */
function slanted(width: number, height: number) {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    return y < 40 + 0.25 * x ? 200 : 120;
  });
  return workingCopyOf({ width, height, data });
}

describe("segments", () => {
  it("lie on an edge to a tenth of a pixel", () => {
    const copy = slanted(160, 120);
    const [segment] = findSegments(copy.lab[0], 20);
    if (!segment) throw new Error("no segment");
    expect((segment.y2 - segment.y1) / (segment.x2 - segment.x1)).toBeCloseTo(0.25, 2);
    expect(segment.length).toBeGreaterThan(130);
  });

  it("answer along the edge and not across it", () => {
    const field = edgeFieldOf(slanted(160, 120));
    expect(alongLine(field, 10, 42.5, 150, 77.5)).toBeGreaterThan(50);
    expect(alongLine(field, 10, 20, 150, 20)).toBeLessThanOrEqual(0);
  });
});

describe("the scale", () => {
  it("follows a door more than what is usual", () => {
    const box = { left: 1.5, right: 1.5, back: 3, height: 2 };
    const usual = scaleOf(box, 1, { doors: [], lintels: [] });
    const byDoor = scaleOf(box, 1, { doors: [2.06 / 1.5], lintels: [] });
    expect(usual.elevation).toBeCloseTo(1.3, 1);
    expect(byDoor.elevation).toBeGreaterThan(1.4);
    const agreeing = scaleOf(box, 1, { doors: [2.11 / usual.elevation], lintels: [] });
    expect(agreeing.confidence).toBeGreaterThan(usual.confidence);
  });

  it("takes nothing for a door that would make the room a doll's house", () => {
    const box = { left: 1.5, right: 1.5, back: 3, height: 2 };
    const usual = scaleOf(box, 1, { doors: [], lintels: [] });
    const byDoor = scaleOf(box, 1, { doors: [0.7], lintels: [] });
    expect(byDoor.elevation / usual.elevation).toBeCloseTo(1, 1);
  });

  it("lets windows end higher in a high room", () => {
    const { elevation } = scaleOf({ height: 3.12 }, 1, { doors: [2.2], lintels: [2.7] });
    expect(elevation * 3.12).toBeGreaterThan(2.8);
  });

  it("takes a line at the windows' tops for no ceiling", () => {
    const lintels = [1.9];
    expect(scaleOf({ height: 1.95 }, 1, { doors: [], lintels }).elevation).toBe(
      scaleOf({ height: 1.95 }, 0, { doors: [], lintels }).elevation,
    );
  });
});

it("a lamp's cord contradicts no ceiling", () => {
  const upright = (x: number, bottom: number): Segment => ({
    ...{ x1: x, y1: 2, x2: x, y2: bottom, length: bottom - 2, brighter: 70 },
  });
  const level = { ...camera, yaw: 0.4, pitch: 0, roll: 0 };
  expect(witnessesOf([upright(30, 26)], level)).toHaveLength(3);
  expect(witnessesOf([upright(30, 26), upright(30.5, 26)], level)).toHaveLength(0);
  expect(witnessesOf([upright(30, 50), upright(30.5, 50)], level)).toHaveLength(6);
});

describe("openings of a wall", () => {
  const straight: Camera = {
    ...{ width: 900, height: 600, focal: 640, centreX: 450, centreY: 300, elevation: 1.3 },
    ...{ yaw: 0, pitch: 0, roll: 0 },
  };
  /** A grey wall with rectangles of other shades on it: from, to, bottom, top in metres, and the shade (a half in every other row). */
  const painted = (...rectangles: [number, number, number, number, number][]) => {
    const { width, height } = straight;
    const data = new Uint8Array(width * height * 3).fill(180);
    for (const [from, to, bottom, top, shade] of rectangles) {
      const [left, high] = projectorOf(straight).point([from, top, -4]) ?? [0, 0];
      const [right, low] = projectorOf(straight).point([to, bottom, -4]) ?? [0, 0];
      for (let y = Math.max(0, Math.round(high)); y < Math.min(height, low); y++)
        data.fill(
          Math.floor(shade + (y % 2) / 2),
          (y * width + Math.round(left)) * 3,
          (y * width + Math.min(width, Math.round(right))) * 3,
        );
    }
    return workingCopyOf({ width, height, data });
  };

  it("have their tops on the line over them that ends at their sides", () => {
    const window: Opening = { kind: "window", wall: "back", from: -1.6, to: -0.4, bottom: 0.8, top: 2 };
    const copy = painted([-2, 2.2, 2.25, 2.6, 230], [-1.6, -0.4, 0.8, 2.1, 250]);
    const headsAt = (top: number) =>
      withHeads([{ ...window, top }], edgeFieldOf(copy), straight, planes).map((found) => found.top);
    expect(headsAt(2)[0]).toBeCloseTo(2.1, 1);
    expect(headsAt(2.3)[0]).toBeCloseTo(2.1, 1);
    expect(headsAt(1.5)).toEqual([]);
  });
});

describe("the free floor", () => {
  const shown = new Uint8Array(camera.width * camera.height).fill(255);
  const countOn = (mask: Uint8Array, openings: readonly Opening[] = []): number =>
    freeFloorOf(camera, planes, mask, openings).free.filter(Boolean).length;

  it("is what the picture shows as floor within the walls, or does not show", () => {
    const rug = shown.slice().fill(0, camera.width * 45, camera.width * 55);
    expect(countOn(rug)).toBeLessThan(countOn(shown));
    expect(countOn(new Uint8Array(shown.length))).toBeGreaterThan(0);
  });

  it("stays away from a door's swing but not from a window over it", () => {
    const opening = (kind: Opening["kind"], bottom: number): Opening => ({
      ...{ kind, wall: "back", from: -0.5, to: 0.5, bottom, top: 2 },
    });
    expect(countOn(shown)).toBeGreaterThan(countOn(shown, [opening("door", 0)]) + 60);
    expect(countOn(shown, [opening("window", 0.9)])).toBe(countOn(shown));
  });
});

it("the simplex finds the lowest point of a valley", () => {
  const { values } = minimised(([x = 0, y = 0]) => (x - 3) ** 2 + 10 * (y + 1) ** 2, [0, 0], [1, 1], 120);
  expect(values[0]).toBeCloseTo(3, 3);
  expect(values[1]).toBeCloseTo(-1, 3);
});
