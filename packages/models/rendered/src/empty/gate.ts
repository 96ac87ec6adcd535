import type { Declined } from "../declined.ts";

/** How much of a room had to be invented. */
export interface Measures {
  /** The mean share of the box's faces in what the labels show there, over what the mask leaves in sight. */
  agreement: number;
  /** The share of the opening or fixture of which most is hidden, and square metres of them that nothing in sight is like. */
  hidden: number;
  lost: number;
  /** Floor in sight over floor to fill. */
  floor: number;
  /** The share of the picture that changed. */
  changed: number;
}

/**
 * What of openings may be hidden: with up to 0.4 of one and 0.1 square metres, panes were delivered whose lower edge was ragged.
 */
const openings = { hidden: 0.1, lost: 0.02 } as const;

/**
 * What a room needs for its emptied picture to stand alone, or under new furniture, or under a new floor and paint. Of 15 floors that
 * were filled, those with 0.34 and more in sight went on as the photo's, and of those with less all but carpets showed repeats.
 */
const bars = {
  clean: { ...openings, agreement: 0.7, floor: 0.5, changed: 0.45 },
  refurnish: { ...openings, agreement: 0.65, floor: 0.3, changed: 0.65 },
  renovate: { ...openings, agreement: 0.65, floor: 0, changed: 0.65 },
} as const satisfies Record<string, Measures>;

export type EmptyingMode = keyof typeof bars;

const declined = (message: string): Declined => ({ declined: { reason: "cannot_be_emptied", message } });

/** Why an emptied room must not be shown; nothing if it may. Each refusal names its reason. */
export function refusalOfEmptied(found: Measures, mode: EmptyingMode): Declined | undefined {
  const bar = bars[mode];
  if (found.agreement < bar.agreement)
    return declined(
      "The room's walls and floor cannot be told from what stands before them. Send a picture that shows more of the floor, a wall and a corner.",
    );
  if (found.hidden > bar.hidden || found.lost > bar.lost)
    return declined(
      "What the mask covers hides too much of a window, door or fixture for it to be drawn as it is. Send a picture that shows more of it, or a mask that leaves out what stands before it.",
    );
  if (found.floor < bar.floor)
    return declined(
      "What the mask covers hides too much of the floor for it to go on behind it. Choose renovate, or send a picture that shows more of the floor.",
    );
  if (found.changed > bar.changed)
    return declined("The mask covers most of the picture. Send one that covers only what may be removed.");
  return undefined;
}
