import type { Opening, Placement, Room, Vec3 } from "@image-staging/tracer/scene";
import { edgesOf } from "../analysis/box/box.ts";
import { residual, vanishingPoints, viewOf } from "../analysis/camera/find-view.ts";
import { linesOf } from "../analysis/camera/manhattan.ts";
import type { Analysis } from "../analysis/index.ts";
import { projectorOf } from "../analysis/projector.ts";
import { footprintOf } from "./facts.ts";

const axisColours = ["#e33", "#1b4", "#27f"] as const;
const kindColours: Readonly<Record<Opening["kind"], string>> = {
  window: "#0af",
  door: "#f60",
  passage: "#fa0",
  radiator: "#f0f",
  fireplace: "#f00",
  fixture: "#888",
};

type Line = readonly [number, number, number, number];

function stroke([x1, y1, x2, y2]: Line, colour: string, width: number): string {
  const at = (value: number): string => value.toFixed(1);
  return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${colour}" stroke-width="${width.toFixed(1)}"/>`;
}

/** Segments in the colour of the direction that they run along (yellow: none), and the horizon. */
export function segmentDrawing({ camera, segments }: Analysis): string {
  const { width, height } = camera;
  const unit = width / 450;
  const points = vanishingPoints(viewOf(camera));
  const drawn = linesOf(segments, width, height).map((line, i) => {
    const off = points.map((point) => residual(line, [point]));
    const least = Math.min(...off);
    const colour = least < 0.02 ? (axisColours[off.indexOf(least)] as string) : "#fd0";
    const { x1, y1, x2, y2 } = segments[i] as (typeof segments)[number];
    return stroke([x1, y1, x2, y2], colour, unit);
  });
  const middle = camera.centreY + camera.focal * Math.tan(camera.pitch);
  const tilt = Math.tan(camera.roll) * (width / 2);
  return drawn.join("") + stroke([0, middle - tilt, width, middle + tilt], "#f0f", unit);
}

export function boxDrawing({ camera, room }: Analysis): string {
  const unit = camera.width / 300;
  const e = camera.elevation;
  const box = { left: -room.left / e, right: room.right / e, back: -room.back / e, height: room.height / e };
  const lines = Object.values(edgesOf(projectorOf({ ...camera, elevation: 1 }), box));
  const edges = lines.map((line) => (line ? stroke(line, "#f0f", unit) : ""));
  return edges.join("") + room.openings.map((opening) => openingDrawing({ camera, room }, opening)).join("");
}

function openingDrawing({ camera, room }: Pick<Analysis, "camera" | "room">, opening: Opening): string {
  const { from, to, bottom, top, wall, kind } = opening;
  const at = (along: number, y: number): Vec3 =>
    wall === "back" || wall === "front" ? [along, y, room[wall]] : [room[wall], y, along];
  const corners = [at(from, bottom), at(to, bottom), at(to, top), at(from, top)];
  return outline(camera, corners, kindColours[kind], camera.width / 300);
}

function outline(
  camera: Analysis["camera"],
  corners: readonly Vec3[],
  colour: string,
  width: number,
): string {
  const projector = projectorOf(camera);
  return corners
    .map((corner, i) => {
      const line = projector.line(corner, corners[(i + 1) % corners.length] as Vec3);
      return line ? stroke(line, colour, width) : "";
    })
    .join("");
}

/** Cells of the floor: green if pieces can stand there, otherwise red. */
export function floorDrawing({ camera, room }: Analysis): string {
  const { x, z, cell, columns, rows, free } = room.freeFloor;
  const projector = projectorOf(camera);
  let drawn = "";
  for (let k = 0; k < columns * rows; k++) {
    const [cx, cz] = [x + (k % columns) * cell, z + Math.floor(k / columns) * cell];
    const corners = [
      [cx, 0, cz],
      [cx + cell, 0, cz],
      [cx + cell, 0, cz + cell],
      [cx, 0, cz + cell],
    ] as const;
    const points = corners.map((corner) => projector.point(corner));
    if (points.some((point) => !point)) continue;
    const path = points.map((point) => point?.map((value) => value.toFixed(1)).join(",")).join(" ");
    drawn += `<polygon points="${path}" fill="${free[k] ? "#0c6" : "#f33"}" fill-opacity="0.35"/>`;
  }
  return drawn;
}

/** Sampled lights in yellow, and an arrow towards the sun. */
export function lightDrawing({ camera, light, room }: Analysis): string {
  const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
  const unit = camera.width / 250;
  const areas = light.areas.map(({ corner, u, v }) =>
    outline(camera, [corner, add(corner, u), add(add(corner, u), v), add(corner, v)], "#fc0", unit),
  );
  if (!light.sun) return areas.join("");
  const start: Vec3 = [0, 0.02, middleOf(room)];
  const line = projectorOf(camera).line(start, add(start, light.sun.towards));
  return areas.join("") + (line ? stroke(line, "#f80", 2 * unit) : "");
}

function middleOf({ back }: Room): number {
  return back * 0.6;
}

export function layoutDrawing({ camera }: Analysis, placements: readonly Placement[]): string {
  return placements
    .map((placement) => {
      const base = footprintOf(placement);
      const top = base.map(([x, y, z]): Vec3 => [x, y + placement.piece.height, z]);
      const width = camera.width / 400;
      const posts = base.map((corner, i) => outline(camera, [corner, top[i] as Vec3], "#fff", width / 2));
      return outline(camera, base, "#0f8", width) + outline(camera, top, "#fff", width / 2) + posts.join("");
    })
    .join("");
}
