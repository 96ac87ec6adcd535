import type { Declined } from "../declined.ts";
import type { OpeningMeasures } from "./openings.ts";

/** How much of a room had to be invented. */
export interface Measures extends OpeningMeasures {
  /** The mean share of the box's faces in what the labels show there, over what the mask leaves in sight. */
  agreement: number;
  /** Floor in sight over floor to fill. */
  floor: number;
  /** The share of the picture that changed. */
  changed: number;
}

/**
 * What may be hidden, and how unlike what is in sight it may go on. Of 22 photos, windows and doors that went on as they are had seams
 * of 0.017 and less and lost nothing; one that lost its lower edge lost 0.37 m². Stairs of which 0.13 were hidden were painted over.
 */
const walls = { hidden: 0.4, cut: 0.1, lost: 0.02, seams: 0.02 } as const;

/**
 * What a room needs for its emptied picture to stand alone, or under new furniture, or under a new floor and paint. Of 20 floors,
 * boards and carpets with 0.19 and more in sight went on; with 0.15 and less they repeat or lose their pattern.
 */
const bars = {
  clean: { ...walls, hidden: 0.1, agreement: 0.7, floor: 0.5, changed: 0.45 },
  refurnish: { ...walls, agreement: 0.65, floor: 0.19, changed: 0.65 },
  renovate: { ...walls, agreement: 0.65, floor: 0, changed: 0.65 },
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
  if ((["hidden", "cut", "lost", "seams"] as const).some((name) => found[name] > bar[name]))
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
