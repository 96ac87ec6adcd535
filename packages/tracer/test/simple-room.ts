import { block } from "@image-staging/furniture/kit/block";
import { pieceOf } from "@image-staging/furniture/kit/piece";
import { BoxGeometry } from "three";
import type { Scene } from "../src/index.ts";
import type { FaceRadiance, Material, Placement, Room } from "../src/scene.ts";

/** A face of the same radiance everywhere. */
function even(value: number): FaceRadiance {
  return { columns: 4, rows: 4, radiance: new Float32Array(48).fill(value) };
}

/** A room of 4 x 5 x 2.6 m that sheds the same light from everywhere, seen by a level camera. */
export function simpleRoom(
  width: number,
  height: number,
  placements: readonly Placement[],
): Scene & { room: Room } {
  const faces = {
    left: even(0.4),
    right: even(0.4),
    back: even(0.4),
    front: even(0.4),
    floor: even(0.4),
    ceiling: even(0.4),
  };
  const freeFloor = { x: 0, z: 0, cell: 1, columns: 0, rows: 0, free: new Uint8Array(0) };
  return {
    camera: {
      width,
      height,
      focal: width * 0.7,
      centreX: width / 2,
      centreY: height / 2,
      yaw: 0,
      pitch: 0,
      roll: 0,
      elevation: 1.3,
    },
    room: {
      ...{ left: -2, right: 2, back: -4.5, front: 0.5, height: 2.6, openings: [], freeFloor },
      floorMask: new Uint8Array(width * height),
    },
    light: { areas: [], faces },
    placements,
  };
}

/** A cube of 60 cm with rounded edges. */
export function cube(x: number, z: number, material: Material, y = 0): Placement {
  const shape =
    material.kind === "glass" ? new BoxGeometry(0.6, 0.6, 0.6) : block(0.6, 0.6, 0.6, { radius: 0.02 });
  return { piece: pieceOf("cube", [[material, shape]]), x, y, z, turn: 0.4 };
}
