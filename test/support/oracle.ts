/**
 * What the contract decides in matrix.*, room-families.* and regenerate.*, written down a second
 * time as tables. It shares no code with lambdas/domain: both would have to be wrong in the same way.
 */

export const WORKFLOWS = ["staging", "pro_capture"] as const;
export const CAPTURE_TYPES = ["photo", "panorama360", "floorplan"] as const;
export const MODES = ["refurnish", "renovate", "clean"] as const;
export const STYLES = [
  "modern scandi boho country industrial mediterranean luxury eclectic japandia",
].flatMap((line) => line.split(" "));
export const ROOMS =
  "Living Room|Kitchen|Dining Room|Bathroom|Shower|Toilet|Bedroom|Children's Room|Hallway|Office|Closet|Laundry|Basement|Attic|Garage|Balcony|Terrace|Garden|Exterior|Gym|Sauna|Pool|Staircase|Utility Room|Studio|Library|Wine Cellar|Home Theater".split(
    "|",
  );

/** None, every room alone, every pair, every triple. */
export const ROOM_LISTS: (string[] | undefined)[] = [
  undefined,
  ...ROOMS.map((room) => [room]),
  ...ROOMS.flatMap((a, i) => ROOMS.slice(i + 1).map((b) => [a, b])),
  ...ROOMS.flatMap((a, i) =>
    ROOMS.slice(i + 1).flatMap((b, j) => ROOMS.slice(i + j + 2).map((c) => [a, b, c])),
  ),
];

/** L living, K kitchen, D dining, S sleeping, B bath, H shower, T toilet: every list of several rooms that goes together. */
const LETTERS: Record<string, string> = {
  "Living Room": "L",
  Kitchen: "K",
  "Dining Room": "D",
  Bedroom: "S",
  Bathroom: "B",
  Shower: "H",
  Toilet: "T",
};
const TOGETHER = new Set(
  "KL DL DK DKL BH BT HT BHT LS KS DS KLS DLS DKS".split(" ").map((letters) => [...letters].sort().join("")),
);

const goTogether = (rooms: string[]) =>
  rooms.length === 1 ||
  TOGETHER.has(
    rooms
      .map((room) => LETTERS[room] ?? "?")
      .sort()
      .join(""),
  );

type Rule = "required" | "optional" | "forbidden" | "ignored";
type Row = { mode: Rule; rooms: Rule; style: Rule };

const CREATE: Record<string, Row> = {
  "staging/photo/refurnish": { mode: "required", rooms: "required", style: "optional" },
  "staging/photo/renovate": { mode: "required", rooms: "required", style: "optional" },
  "staging/photo/clean": { mode: "required", rooms: "ignored", style: "ignored" },
  "staging/photo/": { mode: "required", rooms: "required", style: "optional" },
  "staging/panorama360": { mode: "forbidden", rooms: "forbidden", style: "required" },
  "staging/floorplan": { mode: "forbidden", rooms: "forbidden", style: "optional" },
  "pro_capture/photo": { mode: "forbidden", rooms: "forbidden", style: "forbidden" },
  "pro_capture/panorama360": { mode: "forbidden", rooms: "forbidden", style: "forbidden" },
  "pro_capture/floorplan": { mode: "forbidden", rooms: "forbidden", style: "forbidden" },
};

export type Asked = {
  workflow: string;
  capture_type: string;
  mode?: string | undefined;
  room_types?: string[] | undefined;
  style_preset?: string | undefined;
};
export type Stored = { mode: string | null; room_types: string[]; style_preset: string | null };

/** What a create stores of it, or null if it is refused. */
export function expectedOfCreate(asked: Asked): Stored | null {
  const { workflow, capture_type, mode, room_types, style_preset } = asked;
  const isStagedPhoto = workflow === "staging" && capture_type === "photo";
  const row = CREATE[isStagedPhoto ? `staging/photo/${mode ?? ""}` : `${workflow}/${capture_type}`];
  if (!row) throw new Error(`No row for ${JSON.stringify(asked)}`);
  const given: [Rule, unknown][] = [
    [row.mode, mode],
    [row.rooms, room_types],
    [row.style, style_preset],
  ];
  for (const [rule, value] of given) {
    if (rule === "required" && value === undefined) return null;
    if (rule === "forbidden" && value !== undefined) return null;
  }
  if (row.rooms === "required" && room_types && !goTogether(room_types)) return null;
  return {
    mode: isStagedPhoto ? (mode ?? null) : workflow === "staging" ? capture_type : null,
    room_types: row.rooms === "required" ? (room_types ?? []) : [],
    style_preset: row.style === "ignored" ? null : (style_preset ?? null),
  };
}

/** What a regeneration stores of its parent and the overrides, or null if it is refused. */
export function expectedOfRegenerate(
  parent: Stored & { workflow: string; capture_type: string },
  overrides: Omit<Asked, "workflow" | "capture_type">,
): Stored | null {
  const { workflow, capture_type } = parent;
  const kind = workflow === "pro_capture" ? "pro_capture" : capture_type;
  const { mode, room_types, style_preset } = overrides;
  switch (kind) {
    case "photo":
      return expectedOfCreate({
        workflow,
        capture_type,
        mode: mode ?? parent.mode ?? undefined,
        room_types: room_types ?? (parent.mode === "clean" ? undefined : parent.room_types),
        style_preset: style_preset ?? parent.style_preset ?? undefined,
      });
    case "panorama360":
      if (mode || room_types || !style_preset) return null;
      return { mode: "panorama360", room_types: [], style_preset };
    case "floorplan":
      if (mode || room_types) return null;
      return { mode: "floorplan", room_types: [], style_preset: style_preset ?? parent.style_preset };
    default:
      return mode || room_types || style_preset ? null : { mode: null, room_types: [], style_preset: null };
  }
}
