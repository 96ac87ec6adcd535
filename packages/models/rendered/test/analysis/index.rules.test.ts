import { alongLine, edgeFieldOf } from "@image-staging/picture/edge-field";
import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { Camera, Opening, Vec3 } from "@image-staging/tracer/scene";
import { describe, expect, it } from "vitest";
import { witnessesOf } from "../../src/analysis/box/conflicts.ts";
import { findSegments, type Segment } from "../../src/analysis/camera/segments.ts";
import { freeFloorOf } from "../../src/analysis/floor.ts";
import { openingsOf } from "../../src/analysis/openings/openings.ts";
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

describe("outlines that stand on the floor", () => {
  const straight: Camera = {
    ...{ width: 900, height: 600, focal: 640, centreX: 450, centreY: 300, elevation: 1.3 },
    ...{ yaw: 0, pitch: 0, roll: 0 },
  };
  const plain = workingCopyOf({ width: 900, height: 600, data: new Uint8Array(900 * 600 * 3).fill(180) });
  const line = (a: Vec3, b: Vec3): Segment => {
    const ends = projectorOf(straight).line(a, b);
    if (!ends) throw new Error("behind the camera");
    const [x1, y1, x2, y2] = ends;
    return { x1, y1, x2, y2, length: Math.hypot(x2 - x1, y2 - y1), brighter: 70 };
  };
  const outline = (from: number): Segment[] => [
    line([from, 0, -4], [from, 2.05, -4]),
    line([from + 0.85, 0, -4], [from + 0.85, 2.05, -4]),
    line([from, 2.05, -4], [from + 0.85, 2.05, -4]),
  ];
  const kindsOf = (froms: readonly number[]) =>
    openingsOf(plain, froms.flatMap(outline), straight, planes, ["back"]).map(({ kind }) => kind);

  it("are doors, and from three in a wall on the panes of a glass wall", () => {
    expect(kindsOf([-1.6])).toEqual(["door"]);
    expect(kindsOf([-1.6, -0.6])).toEqual(["door", "door"]);
    expect(kindsOf([-1.6, -0.6, 0.4])).toEqual(["window", "window", "window"]);
  });

  it("are doors without a lintel if both sides end at one height", () => {
    const sides = (left: number, right: number): Segment[] => [
      line([-1.6, 0, -4], [-1.6, left, -4]),
      line([-0.75, 0, -4], [-0.75, right, -4]),
    ];
    const kinds = (segments: readonly Segment[]) =>
      openingsOf(plain, segments, straight, planes, ["back"]).map(({ kind }) => kind);
    expect(kinds(sides(2.05, 2.05))).toEqual(["door"]);
    expect(kinds(sides(2.05, 2.5))).toEqual([]);
  });

  /** A grey wall with rectangles of other shades on it: from, to, bottom, top in metres, and the shade (a half in every other row). */
  const painted = (by: Camera, ...rectangles: [number, number, number, number, number][]) => {
    const { width, height } = by;
    const data = new Uint8Array(width * height * 3).fill(180);
    for (const [from, to, bottom, top, shade] of rectangles) {
      const [left, high] = projectorOf(by).point([from, top, -4]) ?? [0, 0];
      const [right, low] = projectorOf(by).point([to, bottom, -4]) ?? [0, 0];
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
    const copy = painted(straight, [-2, 2.2, 2.25, 2.6, 230], [-1.6, -0.4, 0.8, 2.1, 250]);
    const headsAt = (top: number) =>
      withHeads([{ ...window, top }], edgeFieldOf(copy), straight, planes).map((found) => found.top);
    expect(headsAt(2)[0]).toBeCloseTo(2.1, 1);
    expect(headsAt(2.3)[0]).toBeCloseTo(2.1, 1);
    expect(headsAt(1.5)).toEqual([]);
  });

  it("are passages if brighter than the wall, but windows if they shine", () => {
    const sides = [-1.6, -0.75].map((x) => line([x, 0, -4], [x, 2.05, -4]));
    const kinds = (shade: number) => {
      const copy = painted(straight, [-1.6, -0.75, 0.7, 2.05, shade]);
      return openingsOf(copy, sides, straight, planes, ["back"]).map(({ kind }) => kind);
    };
    expect(kinds(220)).toEqual(["passage"]);
    expect(kinds(255)).toEqual(["window"]);
  });

  it("are doors if light falls on a part of a leaf that segments alone outline", () => {
    const copy = painted(straight, [-1.6, -1.15, 1.25, 2.05, 215]);
    const found = openingsOf(copy, outline(-1.6), straight, planes, ["back"]);
    expect(found.map(({ kind }) => kind)).toEqual(["door"]);
  });

  it("are doors if they shine from near the floor, as a bright room beyond does", () => {
    const kinds = (bottom: number) =>
      openingsOf(painted(straight, [-1.6, -0.75, bottom, 2.05, 255]), [], straight, planes, ["back"]).map(
        ({ kind }) => kind,
      );
    expect(kinds(0.3)).toEqual(["door"]);
    expect(kinds(0.7)).toEqual(["window"]);
  });

  it("are no windows if they end below the eye, as sun at the foot of a wall", () => {
    const copy = painted(straight, [-1.6, -0.75, 0.1, 1, 255]);
    const kinds = openingsOf(copy, [], straight, planes, ["back"]).map(({ kind }) => kind);
    expect(kinds).not.toContain("window");
  });

  it("are passages if they touch, as the leaves of a French window", () => {
    expect(kindsOf([-1.6, -0.72])).toEqual(["passage", "passage"]);
  });

  it("are passages if the picture's border cuts them off", () => {
    const narrow = { ...straight, width: 500, centreX: 250 };
    const inSight = outline(1.2).map((segment) => ({
      ...segment,
      x1: segment.x1 - 200,
      x2: segment.x2 - 200,
    }));
    const cut = inSight
      .filter(({ x1 }) => x1 < 499)
      .map((segment) => ({ ...segment, x2: Math.min(499, segment.x2) }));
    const copy = workingCopyOf({ width: 500, height: 600, data: new Uint8Array(500 * 600 * 3).fill(180) });
    const [found] = openingsOf(copy, cut, narrow, planes, ["back"]);
    expect(found?.kind).toBe("passage");
    expect(found?.from).toBeCloseTo(1.2, 1);
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
