import type { Random } from "@image-staging/picture/random";
import { type Cloth, settle } from "./cloth.ts";
import { collisionWith, type Obstacle, sheetAt } from "./sheet.ts";

/** The mattress of the beds that the duvets are dropped on: its top, its foot, and the base below it. */
const mattress = { top: 0.52, length: 2, base: 0.3 };

function bed(width: number, grown = 0): Obstacle[] {
  const half = width / 2 + grown;
  return [
    {
      low: [-half, mattress.base - 0.1, -mattress.length / 2],
      high: [half, mattress.top + grown, mattress.length / 2 + grown],
      radius: 0.07 + grown,
    },
    {
      low: [-half - 0.02, 0, -1],
      high: [half + 0.02, mattress.base, mattress.length / 2 + 0.02 + grown],
      radius: 0.03,
    },
  ];
}

/** A duvet of 84 x 76 particles dropped on a mattress; its head end lies 0.55 m from the headboard. */
export function duvet(width: number, random: Random): Cloth {
  const [across, along] = [width + 0.62, 1.74];
  const cloth = sheetAt(
    { x: 0.01, y: mattress.top + 0.1, z: 0.31, width: across, length: along },
    Math.round((across / 2.26) * 84),
    76,
    random,
    0.22,
  );
  settle(cloth, {
    ...{ steps: 330, gravity: 9.81, damping: 0.02, iterations: 14 },
    collide: collisionWith(bed(width), 0.022),
  });
  return cloth;
}

/** A throw across the foot of the bed, on the duvet. */
export function footThrow(width: number, random: Random): Cloth {
  const cloth = sheetAt(
    { x: -0.03, y: mattress.top + 0.2, z: 0.62, width: width + 0.62, length: 0.52 },
    Math.round(width * 40),
    24,
    random,
    0.12,
  );
  settle(cloth, {
    ...{ steps: 300, gravity: 9.81, damping: 0.02, iterations: 12 },
    collide: collisionWith(bed(width, 0.062), 0.008),
  });
  return cloth;
}

/** How many folds a throw is gathered into, and the part of its length that is left. */
const [folds, gathered] = [4, 0.6];

/** A throw over a sofa's arm, gathered into folds: the arm's middle is x = 0, the seat lies at its right. */
export function armThrow(arm: number, random: Random): Cloth {
  const [width, length] = [0.98, 0.62];
  const cloth = sheetAt({ x: 0.1, y: 0.75, z: 0.04, width, length }, 56, 36, random, 0.1);
  for (const p of cloth.particles) {
    const [x, z] = [p.x - 0.1, p.z - 0.04];
    const across = gathered * z * (1 + 0.25 * (x / width));
    p.x = p.oldX = 0.1 + x * 0.98 - across * 0.16;
    p.z = p.oldZ = 0.04 + across + x * 0.16;
    p.y = p.oldY = p.y + 0.03 * Math.sin((z / length) * folds * 2 * Math.PI + 1.5 * x);
  }
  const obstacles: Obstacle[] = [
    { low: [-arm / 2, 0.1, -0.5], high: [arm / 2, 0.6, 0.47], radius: 0.05 },
    { low: [arm / 2 - 0.1, 0.1, -0.5], high: [1.2, 0.445, 0.47], radius: 0.05 },
  ];
  settle(cloth, {
    ...{ steps: 320, gravity: 9.81, damping: 0.02, iterations: 12 },
    collide: collisionWith(obstacles, 0.01, 0.95),
  });
  return cloth;
}

/** A throw that lies over a bench, a chair's seat or an ottoman: 0.5 m wide, 0.45 m high and deep. */
export function spread(random: Random): Cloth {
  const cloth = sheetAt({ x: 0, y: 0.6, z: 0.02, width: 0.5, length: 1.05 }, 28, 56, random, 0.1);
  for (const p of cloth.particles) {
    const [x, z] = [p.x, p.z];
    p.x = p.oldX = x * 0.985 - z * 0.17;
    p.z = p.oldZ = z * 0.985 + x * 0.17;
  }
  settle(cloth, {
    ...{ steps: 300, gravity: 9.81, damping: 0.02, iterations: 12 },
    collide: collisionWith([{ low: [-1, 0.2, -0.21], high: [1, 0.45, 0.21], radius: 0.04 }], 0.008),
  });
  return cloth;
}
