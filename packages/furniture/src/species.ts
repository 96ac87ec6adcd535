import { between, type Random } from "@image-staging/picture/random";
import type { BufferGeometry } from "three";
import { rod } from "./kit/shapes.ts";
import { leafAt } from "./leaves.ts";

interface Greenery {
  leaves: BufferGeometry[];
  stems: BufferGeometry[];
}

/** Upright stems with large leaves all the way up (a rubber tree). */
function fig(height: number, random: Random): Greenery {
  const leaves: BufferGeometry[] = [];
  const stems: BufferGeometry[] = [];
  for (let stem = 0; stem < 3; stem++) {
    const heading = stem * 2.1 + random();
    const tall = height * between(random, 0.72, 1);
    const [dx, dz] = [Math.cos(heading) * 0.11, Math.sin(heading) * 0.11];
    const at = (t: number) =>
      [dx * (0.25 + t * 1.3) + Math.sin(t * 5 + stem) * 0.015, t * tall, dz * (0.25 + t * 1.3)] as const;
    stems.push(rod([at(0), at(0.35), at(0.7), at(0.97)], 0.008));
    const count = Math.round(tall * 17);
    for (let i = 0; i < count; i++) {
      const t = 0.16 + (0.82 * i) / count;
      const size = between(random, 0.22, 0.31) * (t > 0.9 ? 0.75 : 1);
      leaves.push(
        leafAt(
          { length: size, width: size * 0.6, droop: between(random, 0.15, 0.42), fold: 0.2, belly: 0.55 },
          at(t),
          i * 2.4 + heading,
          between(random, 0.15, 0.95) + (t > 0.88 ? 0.4 : 0),
          between(random, -0.25, 0.25),
        ),
      );
    }
  }
  return { leaves, stems };
}

/** A trunk with a loose crown of small leaves. */
function olive(height: number, random: Random): Greenery {
  const leaves: BufferGeometry[] = [];
  const fork = height * 0.4;
  const stems = [
    rod(
      [
        [0, 0, 0],
        [0.012, fork * 0.5, 0.01],
        [-0.01, fork, 0],
      ],
      0.016,
    ),
  ];
  for (let branch = 0; branch < 13; branch++) {
    const heading = branch * 2.4 + random() * 0.5;
    const reach = between(random, 0.14, 0.36);
    const high = height * between(random, 0.62, 1);
    const at = (t: number) =>
      [
        Math.cos(heading) * reach * t,
        fork * 0.9 + (high - fork * 0.9) * t ** 0.75,
        Math.sin(heading) * reach * t,
      ] as const;
    stems.push(rod([at(0), at(0.4), at(0.75), at(1)], 0.0055));
    for (let i = 0; i < 32; i++) {
      const t = 0.28 + (0.74 * i) / 32;
      const size = between(random, 0.05, 0.085);
      leaves.push(
        leafAt(
          { length: size, width: size * 0.27, droop: 0.1, fold: 0.1, belly: 0.5 },
          at(t),
          i * 2.1 + heading,
          between(random, -0.3, 1),
          random() * 2 - 1,
        ),
      );
    }
  }
  return { leaves, stems };
}

/** Arching fronds with many leaflets. */
function palm(height: number, random: Random): Greenery {
  const leaves: BufferGeometry[] = [];
  const stems: BufferGeometry[] = [];
  for (let frond = 0; frond < 17; frond++) {
    const heading = frond * 2.4 + random() * 0.4;
    const reach = between(random, 0.22, 0.55);
    const high = height * between(random, 0.62, 1);
    const at = (t: number) =>
      [
        Math.cos(heading) * reach * t ** 1.6,
        high * Math.sin(t * 1.75) ** 1.0 * 0.98,
        Math.sin(heading) * reach * t ** 1.6,
      ] as const;
    stems.push(rod([at(0), at(0.35), at(0.7), at(1)], 0.005));
    for (let i = 0; i < 15; i++) {
      const t = 0.3 + (0.7 * i) / 14;
      const size = 0.27 * (1 - Math.abs(t - 0.6)) + 0.03;
      for (const side of [-1, 1])
        leaves.push(
          leafAt(
            { length: size, width: 0.034, droop: 0.35, fold: 0.3, belly: 0.4 },
            at(t),
            Math.PI / 2 - heading + side * between(random, 0.7, 0.95),
            between(random, 0.1, 0.35),
          ),
        );
    }
  }
  return { leaves, stems };
}

/** Upright blades (a snake plant). */
function snake(height: number, random: Random): Greenery {
  const leaves = Array.from({ length: 17 }, (_, i) => {
    const heading = i * 2.4;
    const size = height * between(random, 0.55, 1);
    const r = 0.02 + 0.055 * Math.sqrt(i / 17);
    return leafAt(
      { length: size, width: 0.062, droop: -0.05, fold: 0.5, belly: 0.45 },
      [Math.cos(heading) * r, 0, Math.sin(heading) * r],
      Math.PI / 2 - heading,
      between(random, 1.25, 1.5),
      random() - 0.5,
    );
  });
  return { leaves, stems: [] };
}

/** A few bare branches with small leaves. */
export function branch(height: number, random: Random): Greenery {
  const leaves: BufferGeometry[] = [];
  const stems: BufferGeometry[] = [];
  for (let i = 0; i < 7; i++) {
    const heading = i * 0.9 + random() * 0.5;
    const reach = between(random, 0.16, 0.42) * Math.min(1, height);
    const high = height * between(random, 0.7, 1);
    const at = (t: number) =>
      [
        Math.cos(heading) * reach * t ** 1.4 + Math.sin(t * 6 + i) * 0.015,
        high * t,
        Math.sin(heading) * reach * t ** 1.4,
      ] as const;
    stems.push(rod([at(0), at(0.35), at(0.65), at(1)], 0.0045));
    const count = 11;
    for (let k = 0; k < count; k++) {
      const t = 0.42 + (0.6 * k) / count;
      const size = between(random, 0.045, 0.08) * Math.min(1, 0.6 + height * 0.4);
      leaves.push(
        leafAt(
          { length: size, width: size * 0.6, droop: 0.15, fold: 0.15, belly: 0.5 },
          at(t),
          k * 2.4 + heading,
          between(random, 0, 0.9),
          random() - 0.5,
        ),
      );
    }
  }
  return { leaves, stems };
}

export const species = { fig, olive, palm, snake, branch };
