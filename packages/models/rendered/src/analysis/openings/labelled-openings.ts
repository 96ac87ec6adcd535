import { components } from "@image-staging/picture/components";
import { project } from "@image-staging/tracer/camera";
import type { Camera, Opening, WallName } from "@image-staging/tracer/scene";
import { type LabelClass, labelGroups } from "../../labels/classes.ts";
import type { Labels } from "../../labels/index.ts";
import { type FaceFrame, framesOf, type Planes, pointOn } from "../faces.ts";

/** What is in a wall of a house, by labels. */
const classes = ["door", "window", "fitting", "hearth"] as const satisfies readonly LabelClass[];
type FixedClass = (typeof classes)[number];

/** A wall in cells of so many metres. */
const cell = 0.05;
/** Least width and height in metres, area, and the share of the rectangle that cells fill: less is a lamp, or light on a wall. */
const [leastSide, leastArea, leastFilled] = [0.25, 0.12, 0.45] as const;
/** A row or column belongs to a shape if it has this share of the cells of the fullest: what clings to it has less. */
const leastOfMost = 0.15;
/** Houses seen through a pane pass for things: the least share of what is fixed there. On 30 photos 0.1 to 0.2 find 3 to 5 more of 97. */
const leastBehind = 0.15;
/** Metres: what begins lower stands on the floor. */
const standing = 0.35;
/** What stands on the floor and ends lower is a radiator, if it is not wider: metres. */
const radiator = { top: 1.1, width: 2.5 };

/** A shape on a wall, in metres from the wall's start and the floor. */
interface Shape {
  from: number;
  to: number;
  bottom: number;
  top: number;
  filled: number;
}

/** Doors, windows, hearths and fittings in the walls, as the labels show them: each connected region is a rectangle on its wall. */
export function labelledOpenings(labels: Labels, camera: Camera, planes: Planes): Opening[] {
  const fixed = fixedClasses(labels);
  const frames = framesOf(planes);
  const walls: WallName[] = camera.projection
    ? ["back", "left", "right", "front"]
    : ["back", "left", "right"];
  return walls.flatMap((wall) => onWall(fixed, camera, frames[wall], wall));
}

/** For each pixel of the copy the number from 1 of the class that is likeliest if it is fixed, 0 if it is not. */
function fixedClasses(labels: Labels): Uint8Array {
  const { copy, grid, greatest } = labels;
  const [index, things] = [labelGroups.indexOf("fixed"), labelGroups.indexOf("things")];
  const shares = classes.map((name) => labels.shares(name));
  return greatest.map((group, i) => {
    if (group !== index && group !== things) return 0;
    const x = Math.floor((((i % copy.width) + 0.5) * grid.width) / copy.width);
    const y = Math.floor(((Math.floor(i / copy.width) + 0.5) * grid.height) / copy.height);
    const each = shares.map((plane) => plane[y * grid.width + x] ?? 0);
    const most = Math.max(...each);
    return group === index || most > leastBehind ? each.indexOf(most) + 1 : 0;
  });
}

function onWall(fixed: Uint8Array, camera: Camera, frame: FaceFrame, wall: WallName): Opening[] {
  const [columns, rows] = [
    Math.max(1, Math.round(frame.across / cell)),
    Math.max(1, Math.round(frame.up / cell)),
  ];
  const seen = new Uint8Array(columns * rows);
  for (let k = 0; k < seen.length; k++) {
    const at = project(
      camera,
      pointOn(frame, ((k % columns) + 0.5) / columns, (Math.floor(k / columns) + 0.5) / rows),
    );
    if (!at) continue;
    const [x, y] = [Math.floor(at.x), Math.floor(at.y)];
    if (x >= 0 && y >= 0 && x < camera.width && y < camera.height) seen[k] = fixed[y * camera.width + x] ?? 0;
  }
  return classes.flatMap((name, i) =>
    components(
      seen.map((value) => (value === i + 1 ? 1 : 0)),
      columns,
      rows,
      1,
    )
      .map((cells) => shapeOf(cells, columns))
      .filter(
        ({ from, to, bottom, top, filled }) =>
          to - from > leastSide &&
          top - bottom > leastSide &&
          (to - from) * (top - bottom) > leastArea &&
          filled > leastFilled,
      )
      .map(({ from, to, ...shape }) => ({
        ...{ wall, from: frame.start + from, to: frame.start + to },
        ...kindOf(name, { from, to, ...shape }),
      })),
  );
}

/** The rectangle around the rows and columns that a group of cells fills. */
function shapeOf(cells: readonly number[], columns: number): Shape {
  const [left, right] = extentOf(cells.map((k) => k % columns));
  const [low, high] = extentOf(cells.map((k) => Math.floor(k / columns)));
  const inside = cells.filter((k) => {
    const [x, y] = [k % columns, Math.floor(k / columns)];
    return x >= left && x < right && y >= low && y < high;
  });
  const filled = inside.length / ((right - left) * (high - low));
  return { from: left * cell, to: right * cell, bottom: low * cell, top: high * cell, filled };
}

/** From the first to behind the last value that is frequent enough. */
function extentOf(values: readonly number[]): [number, number] {
  const counts: number[] = [];
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const least = leastOfMost * Math.max(...counts.filter((count) => count !== undefined));
  const isFull = (count: number | undefined): boolean => (count ?? 0) >= least;
  return [counts.findIndex(isFull), counts.findLastIndex(isFull) + 1];
}

function kindOf(
  name: FixedClass,
  { from, to, bottom, top }: Shape,
): Pick<Opening, "kind" | "bottom" | "top"> {
  const stands = bottom < standing;
  const foot = stands ? 0 : bottom;
  switch (name) {
    case "door":
      return { kind: stands ? "door" : "fixture", bottom: foot, top };
    case "window":
      return { kind: "window", bottom: foot, top };
    case "hearth":
      return { kind: "fireplace", bottom: foot, top };
    case "fitting":
      return {
        kind: stands && top < radiator.top && to - from < radiator.width ? "radiator" : "fixture",
        bottom: foot,
        top,
      };
  }
}
