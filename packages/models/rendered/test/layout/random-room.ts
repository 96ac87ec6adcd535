import { randomOf } from "@image-staging/picture/random";
import type { Camera, Opening, Room } from "@image-staging/tracer/scene";

const cell = 0.05;

/** A room with a few openings and obstacles, and a camera that stands in it. The whole floor is free otherwise. */
export function randomRoom(seed: number): { room: Room; camera: Camera } {
  const random = randomOf(seed * 977 + 3);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const [wide, deep] = [between(3.2, 6.5), between(3.5, 7.5)];
  const left = -wide * between(0.3, 0.7);
  const box = { left, right: left + wide, back: 0.6 - deep, front: 0.6, height: between(2.35, 2.9) };
  const openings: Opening[] = [];
  for (const wall of ["back", "left", "right"] as const) {
    const [start, end] = wall === "back" ? [box.left, box.right] : [box.back, -1];
    const kind = (["window", "door", "passage", "radiator", "fireplace"] as const)[Math.floor(random() * 7)];
    if (!kind || end - start < 2) continue;
    const width = kind === "window" ? between(1, 1.8) : 0.9;
    const from = between(start + 0.2, end - width - 0.2);
    const bottom = kind === "window" ? between(0, 1) : 0;
    const top = { window: 2.1, door: 2, passage: 2, radiator: 0.6, fireplace: 1.2 }[kind];
    openings.push({ kind, wall, from, to: from + width, bottom, top });
  }
  const columns = Math.floor(wide / cell);
  const rows = Math.floor(deep / cell);
  const free = new Uint8Array(columns * rows).fill(1);
  const post = { x: between(box.left, box.right), z: between(box.back, -2) };
  for (let k = 0; k < free.length; k++) {
    const [x, z] = [left + ((k % columns) + 0.5) * cell, box.back + (Math.floor(k / columns) + 0.5) * cell];
    if (Math.hypot(x - post.x, z - post.z) < 0.25) free[k] = 0;
  }
  const [width, height] = [900, 600];
  const camera: Camera = {
    ...{ width, height, centreX: width / 2, centreY: height / 2, pitch: 0, roll: 0 },
    focal: between(520, 720),
    yaw: between(-0.5, 0.5),
    elevation: between(1.1, 1.5),
  };
  const freeFloor = { x: box.left, z: box.back, cell, columns, rows, free };
  return {
    camera,
    room: { ...box, openings, floorMask: new Uint8Array(width * height).fill(255), freeFloor },
  };
}
