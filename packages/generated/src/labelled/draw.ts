import { float32At } from "@image-staging/picture/at";
import { between, type Random, randomOf } from "@image-staging/picture/random";
import { Band, filterGrid, LightGrid, prepare } from "@image-staging/tracer";
import type { Light } from "@image-staging/tracer/scene";
import { lightOf } from "../rooms/light.ts";
import type { RoomPlan } from "../rooms/plan.ts";
import { numberOf, unlabelled } from "./classes.ts";
import { type Composition, composed } from "./composition.ts";
import type { Draft, Labelled } from "./draft.ts";
import { merged, numbersOf } from "./merged.ts";
import { variedPlan } from "./plan.ts";
import { showsRoom } from "./shows-room.ts";

/** A drawn room: the light that reaches the camera, and the class of every pixel. */
export interface LabelledRoom {
  plan: RoomPlan;
  kind: Composition["kind"];
  state: Composition["state"];
  /** Linear red, green and blue of each pixel. */
  light: Float32Array;
  /** A place in `classes` for each pixel, or `unlabelled`. */
  labels: Uint8Array;
}

const rowsAtOnce = 32;
const cornerWidth = 0.12;
/** Far less light than for pictures that people look at: training adds more noise than this saves. */
const effort = { cells: 7, bounces: 2, rays: { hemisphere: 20, direct: 8 } };
const gridEffort = { hemisphere: 11, direct: 8 };
/** The renderer numbers what it sees through glass from here. */
const behindGlass = 10_000;

/** Views that show no room (a pier before the camera) are drawn anew this many times. */
const trials = 6;

/**
 * Draws a room by its seed: the same seed gives the same bytes. `long` is its longer side in pixels, by the seed as well if
 * none is given.
 */
export function drawRoom(seed: number, long?: number): LabelledRoom {
  for (let trial = 1; ; trial++) {
    const random = randomOf(seed * 104729 + 71 * trial);
    const composition = composed(random, variedPlan(random, seed, long));
    if (trial === trials || showsRoom(composition.draft)) return drawn(random, composition);
  }
}

function drawn(random: Random, { draft, kind, state }: Composition): LabelledRoom {
  const { plan, sheers, parts } = draft;
  const hidden = kind === "bath";
  const light = lightOf(plan, merged(parts).placement, effort);
  const whole = rendered(draft, [...parts, ...sheers], { light, hidden });
  if (sheers.length === 0) return { plan, kind, state, ...whole };
  const without = rendered(draft, parts, { light, hidden });
  const seen = seenThrough(whole, without, between(random, 0.5, 0.92));
  return { plan, kind, state, light: seen, labels: whole.labels };
}

type Rendered = Pick<LabelledRoom, "light" | "labels">;

/** The picture with a sheer, through which that without it shows. */
function seenThrough(sheer: Rendered, without: Rendered, cover: number): Float32Array {
  const curtain = numberOf("curtain");
  return sheer.light.map((value, i) => {
    const behind = float32At(without.light, i);
    return sheer.labels[Math.floor(i / 3)] === curtain ? cover * value + (1 - cover) * behind : value;
  });
}

function rendered(
  { plan, furniture }: Draft,
  parts: readonly Labelled[],
  { light, hidden }: { light: Light; hidden: boolean },
): Rendered {
  const { camera, box, openings } = plan;
  const { placement: shell, classes } = merged(parts);
  const placements = [shell, ...furniture];
  const room = { ...box, openings };
  const prepared = prepare({ camera, room, light, placements, shell: 1 }, Math.round(camera.width / 4));
  new LightGrid(prepared, gridEffort).fill(0, prepared.grid.rows);
  filterGrid(prepared.grid, cornerWidth);
  const numbers = numbersOf(placements, classes);
  const glass = hidden ? unlabelled : numberOf("thing");
  const pixels = camera.width * camera.height;
  const [rgb, labels] = [new Float32Array(pixels * 3), new Uint8Array(pixels)];
  const band = new Band(prepared);
  for (let first = 0; first < camera.height; first += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, camera.height - first);
    const layers = band.render(first, rows, 2);
    for (const [i, part] of layers.parts.entries()) {
      const at = first * camera.width + i;
      labels[at] = part >= behindGlass ? glass : (numbers[part] ?? unlabelled);
      for (let c = 0; c < 3; c++) rgb[at * 3 + c] = float32At(layers.furniture, i * 4 + c);
    }
  }
  return { light: rgb, labels };
}
