import { between, pick, type Random } from "@image-staging/picture/random";
import type { Part } from "@image-staging/tracer/scene";
import { CylinderGeometry, SphereGeometry } from "three";
import { type Draft, reachOf, sides } from "./draft.ts";
import { anyMaterial } from "./materials.ts";
import { chance, weighted } from "./random.ts";
import { partOf, upright } from "./shapes.ts";

type Shape = (random: Random) => Part[];

const crate: Shape = (random) => {
  const size = between(random, 0.15, 0.8);
  return [
    upright([size * between(random, 0.4, 1.8), size * between(random, 0.3, 2), size], anyMaterial(random)),
  ];
};

const drum: Shape = (random) => {
  const size = between(random, 0.15, 0.8);
  const [top, foot] = [size * between(random, 0.2, 0.6), size * between(random, 0.2, 0.6)];
  return [partOf(new CylinderGeometry(top, foot, size, 20).translate(0, size / 2, 0), anyMaterial(random))];
};

/** A table or a shelf on legs, with something on it or a back. */
const onLegs: Shape = (random) => {
  const [wide, deep, high] = [between(random, 0.4, 2), between(random, 0.35, 1), between(random, 0.35, 1.1)];
  const [top, legs, leg] = [anyMaterial(random), anyMaterial(random), between(random, 0.025, 0.08)];
  const parts = [upright([wide, 0.04, deep], top, [0, high, 0])];
  for (const x of [-1, 1])
    for (const z of [-1, 1])
      parts.push(upright([leg, high, leg], legs, [(x * (wide - leg)) / 2, 0, (z * (deep - leg)) / 2]));
  const load = [between(random, 0.1, 0.4), between(random, 0.1, 0.5), 0.2] as const;
  if (chance(random, 0.6)) parts.push(upright(load, anyMaterial(random), [0, high + 0.04, 0]));
  if (chance(random, 0.4)) parts.push(upright([wide, 0.5, 0.04], top, [0, high, -deep / 2]));
  return parts;
};

const lump: Shape = (random) => {
  const size = between(random, 0.09, 0.5);
  const sphere = new SphereGeometry(size, 20, 14);
  const stretch = () => between(random, 0.6, 1.6);
  sphere.scale(stretch(), between(random, 0.3, 1), stretch()).translate(0, size * 0.3, 0);
  return [partOf(sphere, anyMaterial(random))];
};

const panel: Shape = (random) => [
  upright([between(random, 0.3, 1.5), between(random, 0.3, 1.5), 0.02], anyMaterial(random)),
];

/** Things of all shapes and materials about the room, and pictures and shelves on its walls. */
export function addClutter(draft: Draft, count: number): void {
  const { random, plan } = draft;
  const { box } = plan;
  for (let i = 0; i < count; i++) {
    const shape = weighted<Shape | "picture" | "case">(random, [
      ...([
        [0.3, crate],
        [0.12, drum],
        [0.18, onLegs],
        [0.12, lump],
        [0.06, panel],
      ] as const),
      ...([
        [0.14, "picture"],
        [0.06, "case"],
      ] as const),
    ]);
    if (shape === "picture") addPicture(draft);
    else if (shape === "case") addCase(draft);
    else {
      const [x, z] = [between(random, box.left + 0.1, box.right - 0.1), between(random, box.back + 0.1, -1)];
      const turn = chance(random, 0.5) ? 0 : random() * Math.PI;
      const tilt = shape === panel ? between(random, -0.4, 0.4) : 0;
      if (Math.hypot(x, z) > 1.1) draft.put("thing", { x, z, turn, tilt }, ...shape(random));
    }
  }
}

/** A picture or a screen in its frame. */
function addPicture(draft: Draft): void {
  const { random } = draft;
  const at = placeOn(draft, between(random, 0.25, 1.6));
  if (!at) return;
  const [bottom, frame] = [between(random, 1, 1.7), between(random, 0.01, 0.05)];
  const picture = { ...at, bottom, top: bottom + between(random, 0.2, 1) };
  draft.board("thing", picture, [0, 0.03], anyMaterial(random));
  const inner = {
    ...picture,
    from: at.from + frame,
    to: at.to - frame,
    bottom: bottom + frame,
    top: picture.top - frame,
  };
  draft.board("thing", inner, [0.03, 0.034], anyMaterial(random));
}

/** A cupboard that is not fitted: shorter than the wall, with drawers or shelves in another material. */
function addCase(draft: Draft): void {
  const { random } = draft;
  const at = placeOn(draft, between(random, 0.25, 1.6));
  if (!at) return;
  const [high, deep] = [between(random, 0.6, 2.1), between(random, 0.2, 0.65)];
  draft.board("thing", { ...at, bottom: 0, top: high }, [0, deep], anyMaterial(random));
  if (chance(random, 0.3)) return;
  const [front, step] = [anyMaterial(random), between(random, 0.2, 0.5)];
  for (let y = 0.05; y < high - 0.2; y += step)
    draft.board(
      "thing",
      { ...at, from: at.from + 0.03, to: at.to - 0.03, bottom: y, top: y + step * 0.85 },
      [deep, deep + 0.01],
      front,
    );
}

function placeOn(draft: Draft, wide: number) {
  const { random, plan } = draft;
  const wall = pick(random, sides);
  const [start, end] = reachOf(plan, wall);
  if (end - start < wide + 0.1) return undefined;
  const from = between(random, start, end - wide);
  const at = { wall, from, to: from + wide };
  return draft.isFree(at, 0.03) ? at : undefined;
}
