import { boxMean } from "@image-staging/picture/box-mean";
import type { Picture } from "@image-staging/picture/picture";
import { Plane } from "@image-staging/picture/plane";
import { resized } from "@image-staging/tracer/camera";
import { projectorOf } from "../analysis/projector.ts";
import { characterOf } from "../composite/character.ts";
import { enlarged } from "../labels/enlarged.ts";
import { rowInBox } from "./boundary.ts";
import { floorBehind } from "./floor.ts";
import { floorShader } from "./floor-shader.ts";
import type { Hidden } from "./hidden.ts";
import { openingShader } from "./opening-shader.ts";
import { type HiddenOpenings, openingsBehind } from "./openings.ts";
import { wallsBehind } from "./walls.ts";

/** A photo without what was removed from it, and what of it had to be invented. */
export interface Emptied {
  picture: Picture;
  openings: HiddenOpenings;
  /** Floor in sight over floor to fill. */
  floor: number;
}

/** Fills what `hidden.removed` covers of a photo with the walls, ceiling and floor behind it, as sharp and grainy as the photo. */
export function emptied(picture: Picture, hidden: Hidden): Emptied {
  const { labels, removed } = hidden;
  const { copy } = labels;
  const { width, height, data } = picture;
  const softened = boxMean(new Plane(copy, Float32Array.from(removed)), 1);
  const cover = enlarged(softened.values, copy, picture);
  const openings = openingsBehind(picture, hidden);
  const behind = behindOf(picture, hidden, openings);
  const output = new Uint8Array(data);
  const colour = new Float64Array(3);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const share = Math.min(1, 1.5 * (cover[i] as number));
      if (share === 0) continue;
      behind.fill(x, y, colour);
      for (let c = 0; c < 3; c++) {
        const before = data[3 * i + c] as number;
        const after = before + share * ((colour[c] as number) - before);
        output[3 * i + c] = Math.max(0, Math.min(255, Math.round(after)));
      }
    }
  return { picture: { width, height, data: output }, openings, floor: behind.seen };
}

/** Draws pixels of the empty room: what lies behind what goes. */
interface Behind {
  /** Floor in sight over floor to fill. */
  seen: number;
  fill: (x: number, y: number, out: Float64Array) => void;
}

function behindOf(picture: Picture, hidden: Hidden, openings: HiddenOpenings): Behind {
  const { labels, hits, camera, room, boundary } = hidden;
  const { copy } = labels;
  const { width, height } = picture;
  const projector = projectorOf(resized(camera, picture));
  const behind = wallsBehind(hidden);
  const [walls, paint] = [behind.walls, behind.paint].map((planes) =>
    planes.map((plane) => enlarged(plane, copy, picture)),
  ) as [Float32Array[], Float32Array[]];
  const floor = floorBehind(picture, hidden);
  const onFloor = floor && floorShader(picture, projector, floor);
  const inWall = openingShader(picture, projector, room, openings, paint);
  const { grain } = characterOf(picture);
  /** The row of the box that a pixel shows. */
  const inBox = (x: number, y: number): number => {
    const [across, down] = [width / copy.width, height / copy.height];
    return down * rowInBox(boundary, copy.height, (x + 0.5) / across, (y + 0.5) / down) - 0.5;
  };
  const isFloor = (x: number, y: number): boolean => {
    const point = projector.onLevel(x + 0.5, y + 0.5, 0);
    return point !== undefined && point[0] > room.left && point[0] < room.right && point[1] > room.back;
  };
  const onCopy = (x: number, y: number): number =>
    Math.floor(((y + 0.5) * copy.height) / height) * copy.width +
    Math.floor(((x + 0.5) * copy.width) / width);
  return {
    seen: floor?.seen ?? 0,
    fill(x, y, out) {
      const [i, own] = [y * width + x, onCopy(x, y)];
      const row = inBox(x, y);
      if (isFloor(x, row)) {
        if (onFloor?.(x, row, out)) return;
      } else if (inWall(i, hits.face[own] as number, hits.u[own] as number, hits.v[own] as number, out))
        return;
      const noise = grain * noiseAt(i);
      for (let c = 0; c < 3; c++) out[c] = (walls[c]?.[i] as number) + noise;
    },
  };
}

/** Noise of deviation 1 that depends on the pixel alone (a hash's four bytes, summed). */
function noiseAt(pixel: number): number {
  let mixed = Math.imul(pixel ^ 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  mixed ^= mixed >>> 16;
  const sum = (mixed & 255) + ((mixed >>> 8) & 255) + ((mixed >>> 16) & 255) + (mixed >>> 24);
  return (sum - 510) / 147.8;
}
