import rooms from "../rooms.json" with { type: "json" };
import styles from "../styles.json" with { type: "json" };

/** What every model and page knows of a look: how to ask for it in words, and its colours, as "#rrggbb". */
type Look = { words: string; colours: Record<"main" | "second" | "accent" | "wood" | "wall", string> };

/** The looks of the style presets, and the one of a job without a preset. */
export const { presets, neutral } = styles satisfies {
  presets: Record<string, Look & { title: string }>;
  neutral: Look;
};
/** The room types, each with the furniture that it is asked for with. */
const furnished = rooms satisfies Record<string, { pieces: string }>;

export type StylePreset = keyof typeof presets;
export type RoomType = keyof typeof furnished;

const namesOf = <Table extends object>(table: Table) =>
  Object.keys(table).filter((name): name is keyof Table & string => Object.hasOwn(table, name));

/** The values that the inference contract names; a later 1.x may add some. */
export const workflows = ["staging", "pro_capture"] as const;
export const captureTypes = ["photo", "panorama360", "floorplan"] as const;
export const modes = ["refurnish", "renovate", "clean"] as const;
/** What a model does with a caller's mask: it needs one, takes one, or works as without. */
export const maskUses = ["required", "optional", "unused"] as const;
export const stylePresets = namesOf(presets);
export const roomTypes = namesOf(furnished);
