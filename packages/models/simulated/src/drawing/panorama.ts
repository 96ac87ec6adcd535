import { type FurnitureName, furniture } from "./furniture/catalogue.ts";
import type { View } from "./scene.ts";
import type { Placed } from "./solid.ts";

const eyeHeight = 1.5;

/** An eye in the middle of the room that sees all around: longitude is x, latitude is y. */
export const equirectangular = (width: number, height: number): View => ({
  eye: [0, eyeHeight, 0],
  period: width,
  project: ([x, y, z]) => [
    (Math.atan2(x, z) / (2 * Math.PI) + 0.5) * width,
    (0.5 - Math.atan2(y - eyeHeight, Math.hypot(x, z)) / Math.PI) * height,
  ],
});

/** Pieces around the viewer: degrees from the main group, metres away. */
const around: readonly [piece: FurnitureName, degrees: number, away: number][] = [
  ["rug", 0, 1.75],
  ["coffeeTable", 0, 1.6],
  ["sofa", 0, 2.55],
  ["floorLamp", 44, 2.5],
  ["armchair", 78, 1.9],
  ["plant", 120, 2],
  ["mediaUnit", 175, 2.2],
  ["bookshelf", 236, 2.2],
  ["diningSet", 292, 2.5],
];

/** The furniture in a ring, everything facing the viewer; the seed turns the ring. */
export function furnishAround(random: () => number): Placed[] {
  const start = random() * 360;
  return around.map(([name, degrees, away]) => {
    const bearing = start + degrees + (random() - 0.5) * 6;
    const angle = (bearing * Math.PI) / 180;
    const distance = away + (random() - 0.5) * 0.2;
    return {
      piece: furniture[name],
      x: Math.sin(angle) * distance,
      z: Math.cos(angle) * distance,
      turn: -bearing,
    };
  });
}
