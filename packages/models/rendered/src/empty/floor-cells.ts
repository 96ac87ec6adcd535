import type { Picture } from "@image-staging/picture/picture";
import { resized } from "@image-staging/tracer/camera";
import { faceNames } from "../analysis/faces.ts";
import { projectorOf } from "../analysis/projector.ts";
import type { Hidden } from "./hidden.ts";

/** A floor in cells of so many metres, and of how many cells one has at most. */
const [finest, mostCells] = [0.02, 60_000] as const;

/** A floor from above: from a corner (x, z), columns along x, rows towards the camera. */
export interface Cells {
  x: number;
  z: number;
  /** The side of a cell in metres. */
  cell: number;
  columns: number;
  rows: number;
}

/** What is seen of the cells: mean sRGB levels in three planes, 1 for each that shows floor, and for each behind what goes. */
export interface SeenCells extends Cells {
  colours: readonly Float32Array[];
  known: Uint8Array;
  hole: Uint8Array;
  /** 1 for each cell that the picture shows, whatever it shows there. */
  inSight: Uint8Array;
}

/** The floor of a room from above, as far as the picture shows it. */
export function seenCells(picture: Picture, hidden: Hidden): SeenCells {
  const grid = gridOf(hidden);
  return { ...grid, ...coloursOf(picture, hidden, grid) };
}

/** The cells of the part of the floor that the picture shows. */
function gridOf({ room, hits }: Hidden): Cells {
  const floor = faceNames.indexOf("floor");
  let [left, right, front] = [room.right, room.left, room.back + 1];
  for (let i = 0; i < hits.face.length; i++) {
    if (hits.face[i] !== floor) continue;
    const x = room.left + (hits.u[i] as number) * (room.right - room.left);
    left = Math.min(left, x);
    right = Math.max(right, x);
    front = Math.max(front, room.back + (hits.v[i] as number) * (room.front - room.back));
  }
  const cell = Math.max(finest, Math.sqrt(((right - left) * (front - room.back)) / mostCells));
  const columns = Math.max(1, Math.ceil((right - left) / cell));
  return { x: left, z: room.back, cell, columns, rows: Math.max(1, Math.ceil((front - room.back) / cell)) };
}

/** Each cell's mean colour, whether it shows floor, and whether it lies behind what goes. */
function coloursOf(
  picture: Picture,
  { labels, hits, removed, camera }: Hidden,
  { x, z, cell, columns, rows }: Cells,
) {
  const count = columns * rows;
  const colours = [0, 1, 2].map(() => new Float32Array(count));
  const [known, hole, inSight] = [new Uint8Array(count), new Uint8Array(count), new Uint8Array(count)];
  const projector = projectorOf(resized(camera, picture));
  const { width, height } = labels.copy;
  const floor = labels.group("floor");
  const floorFace = faceNames.indexOf("floor");
  for (let i = 0; i < count; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    let shown = 0;
    for (let s = 0; s < 4; s++) {
      const at = projector.point([
        x + (column + 0.25 + 0.5 * (s % 2)) * cell,
        0,
        z + (row + 0.25 + 0.5 * (s >> 1)) * cell,
      ]);
      if (!at || at[0] < 0 || at[1] < 0 || at[0] >= picture.width || at[1] >= picture.height) continue;
      const own =
        Math.floor((at[1] * height) / picture.height) * width + Math.floor((at[0] * width) / picture.width);
      inSight[i] = 1;
      if (removed[own]) hole[i] = 1;
      else if (hits.face[own] === floorFace && (floor[own] as number) > 0.5) {
        shown++;
        const from = 3 * (Math.floor(at[1]) * picture.width + Math.floor(at[0]));
        for (const [c, plane] of colours.entries())
          plane[i] = (plane[i] as number) + (picture.data[from + c] as number);
      }
    }
    if (shown === 0) continue;
    for (const plane of colours) plane[i] = (plane[i] as number) / shown;
    known[i] = hole[i] || shown < 4 ? 0 : 1;
  }
  return { colours, known, hole, inSight };
}
