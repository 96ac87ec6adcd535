import type { Picture } from "@image-staging/picture/picture";
import type { Size } from "@image-staging/picture/size";
import { resized } from "@image-staging/tracer/camera";
import { type FaceFrame, faceNames, pointOn } from "../analysis/faces.ts";
import { projectorOf } from "../analysis/projector.ts";
import { labelGroups } from "../labels/classes.ts";
import type { Hidden } from "./hidden.ts";
import { levelAt } from "./level-at.ts";
import { bare, cell, covered, kept, nothing } from "./wall-shapes.ts";

/** Samples of the picture across a cell. */
const samples = 3;
/** The share of a pixel that labels call a part of the house at least. */
const leastShare = 0.4;

/** A wall seen straight on, in cells from its start and foot. */
export interface WallCells extends Size {
  /** What each shows. */
  state: Uint8Array;
  /** 1 for each that shows a door, window, fitting or hearth. */
  inHouse: Uint8Array;
  /** The mean of each in sight, sRGB from 0 to 1, three values a cell. */
  values: Float32Array;
}

/** What the picture shows of a wall. */
export function wallCells(
  picture: Picture,
  { labels, hits, removed, camera }: Hidden,
  frame: FaceFrame,
): WallCells {
  const { copy, greatest } = labels;
  const width = Math.max(1, Math.round(frame.across / cell));
  const height = Math.max(1, Math.round(frame.up / cell));
  const inHouse = new Uint8Array(width * height);
  const values = new Float32Array(3 * width * height);
  const onCopy = projectorOf(camera);
  const onPicture = projectorOf(resized(camera, picture));
  const [fixed, things] = [labelGroups.indexOf("fixed"), labelGroups.indexOf("things")];
  const shares = (["door", "window", "fitting", "hearth"] as const).map((name) => labels.shares(name));
  const add = (k: number, x: number, y: number): void => {
    const at = onPicture.point(pointOn(frame, x / width, y / height));
    if (!at) return;
    for (let c = 0; c < 3; c++)
      values[3 * k + c] =
        (values[3 * k + c] as number) + levelAt(picture, at[0], at[1], c) / samples ** 2 / 255;
  };
  const state = Uint8Array.from({ length: width * height }, (_, k) => {
    const [x, y] = [k % width, Math.floor(k / width)];
    const at = onCopy.point(pointOn(frame, (x + 0.5) / width, (y + 0.5) / height));
    if (!at || at[0] < 0 || at[1] < 0 || at[0] >= copy.width || at[1] >= copy.height) return nothing;
    const i = Math.floor(at[1]) * copy.width + Math.floor(at[0]);
    if (removed[i]) return covered;
    for (let s = 0; s < samples ** 2; s++)
      add(k, x + ((s % samples) + 0.5) / samples, y + (Math.floor(s / samples) + 0.5) / samples);
    const face = faceNames[hits.face[i] as number];
    if (face === "floor" || face === "ceiling") return bare;
    if (greatest[i] !== fixed && greatest[i] !== things) return bare;
    const column = Math.floor((at[0] * labels.grid.width) / copy.width);
    const small = Math.floor((at[1] * labels.grid.height) / copy.height) * labels.grid.width + column;
    inHouse[k] = shares.some((plane) => (plane[small] as number) > leastShare) ? 1 : 0;
    return kept;
  });
  return { width, height, state, inHouse, values };
}
