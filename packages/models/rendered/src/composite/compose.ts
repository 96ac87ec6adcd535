import type { Report } from "@image-staging/inference-contract/serving/model";
import { float32At, uint8At } from "@image-staging/picture/at";
import { assertPicture, assertSameSize, type Picture } from "@image-staging/picture/picture";
import { linearOf } from "@image-staging/picture/srgb";
import {
  efforts,
  filterGrid,
  filterMirror,
  markTouched,
  prepare,
  type Scene,
  type SmallPhoto,
} from "@image-staging/tracer";
import type { Room } from "@image-staging/tracer/scene";
import { characterOf } from "./character.ts";
import { floorGlossOf } from "./floor-gloss.ts";
import { soften } from "./mask.ts";
import { crewOf } from "./threads.ts";
import type { Assignment, Task } from "./work.ts";

/** A finished picture of the photo's size, and its mask, a byte a pixel: 255 if it has changed, falling softly to 0. */
export interface Composed {
  data: Uint8Array;
  mask: Uint8Array;
}

export interface Quality {
  threads: number;
  /** Fewer rays, for about 750 columns: to look at, not to keep. */
  draft?: boolean;
  /** Hears how far a candidate is. */
  report?: Report;
}

const gridColumns = { draft: 200, final: 375 } as const;
/** A panorama shows five times as many degrees, and stretches the rows that show what is nearest. */
const aroundColumns = { draft: 480, final: 1024 } as const;
const draftColumns = 750;
const rowsOfTask = { light: 8, mirror: 8, picture: 48 } as const;
/** What each stage of tasks is reported as, and from which to which part of a candidate it goes. */
const spans = {
  light: ["render", 0.5, 0.75],
  mirror: ["render", 0.75, 0.83],
  picture: ["composite", 0.83, 1],
} as const;

/** Renders the pieces in the photo's light and puts them into it. The same input gives the same bytes on any threads. */
export async function compose(
  picture: Picture,
  scene: Scene & { room: Room },
  { threads, draft = false, report = () => {} }: Quality,
): Promise<Composed> {
  assertPicture(picture);
  assertSameSize(scene.camera, picture);
  const kind = draft ? "draft" : "final";
  const prepared = prepare(scene, (scene.camera.projection ? aroundColumns : gridColumns)[kind]);
  const { width, height } = picture;
  const canvas = {
    width,
    height,
    scale: draft ? Math.max(1, Math.round(width / draftColumns)) : 1,
    output: shared(picture.data),
    mask: new Uint8Array(new SharedArrayBuffer(width * height)),
    wraps: prepared.grid.wraps,
    kept: prepared.grid.wraps ? Math.ceil(height / 15) : 0,
  };
  const photo = smallPhoto(picture);
  const assignment: Assignment = {
    ...{ prepared, canvas, photo, effort: efforts[kind] },
    character: characterOf(picture),
    gloss: floorGlossOf(photo, scene.camera, scene.room),
  };
  const crew = crewOf(assignment, threads);
  const run = (stage: Task["stage"], rows: number) => {
    const [name, from, to] = spans[stage];
    return crew.run(tasksOf(stage, rows), (done) => report(name, from + (to - from) * done));
  };
  try {
    await run("light", prepared.grid.rows);
    filterGrid(prepared.grid);
    if (assignment.gloss.share > 0.02) {
      await run("mirror", prepared.grid.rows);
      filterMirror(prepared.grid);
    }
    markTouched(prepared.grid);
    await run("picture", Math.ceil(height / canvas.scale));
  } finally {
    await crew.dismiss();
  }
  soften(canvas.mask, width, height, canvas.wraps);
  canvas.mask.fill(0, 0, canvas.kept * width).fill(0, (height - canvas.kept) * width);
  return { data: canvas.output, mask: canvas.mask };
}

function tasksOf(stage: Task["stage"], rows: number): Task[] {
  const size = rowsOfTask[stage];
  return Array.from({ length: Math.ceil(rows / size) }, (_, i) => {
    return { stage, from: i * size, to: Math.min(rows, (i + 1) * size) };
  });
}

function shared(data: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(data.length));
  copy.set(data);
  return copy;
}

/** The photo in linear light with about 500 columns. */
function smallPhoto({ width, height, data }: Picture): SmallPhoto {
  const factor = Math.max(1, Math.floor(width / 500));
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const linear = new Float32Array(new SharedArrayBuffer(columns * rows * 12));
  for (let y = 0; y < rows * factor; y++) {
    for (let column = 0; column < columns; column++) {
      const to = (Math.floor(y / factor) * columns + column) * 3;
      const from = (y * width + column * factor) * 3;
      for (let k = 0; k < factor * 3; k++) {
        const value = float32At(linearOf, uint8At(data, from + k)) / (factor * factor);
        linear[to + (k % 3)] = float32At(linear, to + (k % 3)) + value;
      }
    }
  }
  return { width: columns, height: rows, linear };
}
