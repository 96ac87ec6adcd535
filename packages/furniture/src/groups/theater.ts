import { mediaHeight } from "../storage.ts";
import type { Group, Setting, Slot } from "./slots.ts";

const armchair = { kind: "armchair", size: [0.78, 0.8, 0.85] } as const;
const smallScreen = (scale: Setting["scale"]): number => (scale < 3 ? 1.7 : 1.5);

/** A screen at the wall, with a sofa that looks at it from opposite or from the side, an armchair, a pouf, a rug. */
export function theater({ scale }: Setting): Group {
  const [screen, width] =
    ([[2.3, 2.2] as const, [2, 1.9] as const, [1.7, 1.7] as const] as const)[scale - 1] ??
    ([1.5, 1.55] as const);
  const aside = width / 2 + 0.35;
  return screening(screen, width, [
    {
      ...{ kind: "sofa", size: [width, 0.92, 0.85], x: 0, z: 3.1, turn: Math.PI },
      or: [
        { x: 0, z: 2.6, turn: Math.PI },
        { x: -aside, z: 1.95, turn: 1.65 },
        { x: aside, z: 1.95, turn: -1.65 },
      ],
    },
    {
      ...{ ...armchair, x: aside - 0.1, z: 1.6, turn: -1.9, optional: true },
      or: [
        { x: 0.1 - aside, z: 1.6, turn: 1.9 },
        { x: aside, z: 2.4, turn: -2.2 },
      ],
    },
  ]);
}

/** A screen and an armchair or two that look at it, if there is no room for a sofa. */
export function armchairTheater({ scale }: Setting): Group {
  const before = (side: number) => ({ x: side * 0.5, z: 2.4, turn: Math.PI - side * 0.2 });
  const aside = (side: number) => ({ x: side * 1.25, z: 1.6, turn: -side * 1.6 });
  const seat: Slot = { ...armchair, ...before(-1), or: [aside(-1), before(1), aside(1)] };
  return screening(smallScreen(scale), 1.7, [seat, { ...seat, optional: true }]);
}

/** A screen, if seats have their place only where the viewer stands. */
export const screenAlone = ({ scale }: Setting): Group => screening(smallScreen(scale), 1.7, []);

function screening(screen: number, width: number, seats: readonly Slot[]): Group {
  const slots: Slot[] = [
    { kind: "mediaUnit", size: [screen, 0.42, mediaHeight(screen)], x: 0, z: 0.23 },
    ...seats,
    { kind: "rug", size: [width, 1.7, 0.012], x: 0, z: 1.95, flat: true, optional: true },
    { kind: "pouf", size: [0.46, 0.46, 0.38], x: 0.1, z: 1.7, optional: true },
    {
      ...{ kind: "plant", size: [0.7, 0.7, 1.55], x: screen / 2 + 0.5, z: 0.4, optional: true },
      or: [{ x: -screen / 2 - 0.5, z: 0.4, turn: 0 }],
    },
  ];
  return { slots, stand: "wall", share: [0.16, 0.5] };
}
