import { float32At, float64At, numberAt } from "@image-staging/picture/at";
import { relativeLuminance } from "@image-staging/picture/luminance";
import { keptAt } from "./contact.ts";
import { Exit } from "./environment.ts";
import { gatherRoom } from "./gather.ts";
import { touchedAt } from "./grid.ts";
import type { Layers } from "./layers.ts";
import { smoothstep } from "./materials/noise.ts";
import type { Prepared } from "./prepare.ts";
import { Point, Ray } from "./ray.ts";
import { Sun } from "./sun.ts";
import type { View } from "./view.ts";

/** Sines of the rows at 22 and 12 degrees from a panorama's poles. Nearer, at the tripod, nothing changes. */
const poles = [Math.cos((22 * Math.PI) / 180), Math.cos((12 * Math.PI) / 180)] as const;
const awayFromPole = (rise: number): number => 1 - smoothstep(...poles, Math.abs(rise));

/** The least share of the light that a shadow takes to be drawn, and how much of its colour is seen. */
const [faintest, tint] = [0.025, 0.2];

/**
 * Shadows a little deeper than measured: small gaps are darker than the grid can see. The faintest end, so that a
 * piece does not touch half of the picture by a level.
 */
function strengthened(kept: number): number {
  const value = Math.min(1, Math.max(0, kept * (1 + faintest)));
  return value === 1 ? 1 : value ** 1.3;
}

/** What floor and walls keep of their light, pixel by pixel. */
export class RoomLight {
  readonly #prepared: Prepared;
  readonly #view: View;
  readonly #sun: Sun;
  readonly #exit = new Exit();
  readonly #ray = new Ray();
  readonly #floor = new Point().facing(0, 1, 0);
  readonly #kept = new Float64Array(6);

  constructor(prepared: Prepared, view: View) {
    this.#prepared = prepared;
    this.#view = view;
    this.#sun = new Sun(view.tracer, prepared.lighting);
  }

  /** Fills a pixel's light. */
  keep({ kept, mirrored, furniture, width, first }: Layers, row: number, x: number): void {
    const at = row * width + x;
    if (float32At(furniture, at * 4 + 3) > 0.999) return;
    const { camera, room, grid, contact, lighting } = this.#prepared;
    const touched = touchedAt(grid, x + 0.5, first + row + 0.5);
    // The sun's shadows reach further than those of the sky.
    if (!touched && !lighting.sun?.shade) return;
    const view = this.#view;
    view.aim(x + 0.5, first + row + 0.5);
    const exit = this.#exit;
    exit.find(room, this.#ray.from(0, camera.elevation, 0).towards(view.dx, view.dy, view.dz));
    if (!touched) {
      if (exit.face === 2 && !camera.projection) this.#keepSun(kept, at * 3);
      return;
    }
    gatherRoom(grid, x + 0.5, first + row + 0.5, exit.face, this.#kept);
    const rise = (Math.PI * (camera.centreY - (first + row + 0.5))) / camera.height;
    const open = camera.projection ? awayFromPole(Math.sin(rise)) : 1;
    const found = this.#kept;
    for (let c = 0; c < 3; c++) found[c] = 1 - open * (1 - float64At(found, c));
    const mean = Math.min(
      1,
      relativeLuminance(float64At(found, 0), float64At(found, 1), float64At(found, 2)),
    );
    const near = exit.face === 2 ? keptAt(contact, view.dx * exit.t, view.dz * exit.t) : 1;
    const shade = strengthened(mean) * (1 - open * (1 - near));
    for (let c = 0; c < 3; c++) {
      kept[at * 3 + c] = shade === 1 ? 1 : Math.min(1, shade + tint * (float64At(found, c) - mean));
      mirrored[at * 3 + c] = open * float64At(found, 3 + c);
    }
    if (exit.face === 2 && open === 1) this.#keepSun(kept, at * 3);
  }

  /** On sunny floor: furniture between it and the sun leaves what floor around it shows, other furniture takes of the rest alone. */
  #keepSun(kept: Float32Array, at: number): void {
    const { lighting, camera } = this.#prepared;
    const { sun } = lighting;
    const { t } = this.#exit;
    const floor = this.#floor.at(this.#view.dx * t, 0, this.#view.dz * t);
    if (!sun?.shade || camera.elevation + this.#view.dy * t > 0.01) return;
    const share = this.#sun.share(floor) / sun.towards[1];
    if (share === 0) return;
    const shines = this.#sun.reaches(floor);
    // One factor, as the photo clips the sun's hue.
    const lasting = share * (1 - relativeLuminance(...sun.shade));
    for (let c = 0; c < 3; c++) {
      const own = float32At(kept, at + c);
      kept[at + c] = shines ? own + lasting * (1 - own) : own * (1 - share * (1 - numberAt(sun.shade, c)));
    }
  }
}
