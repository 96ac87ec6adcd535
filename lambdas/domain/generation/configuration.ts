import {
  type CaptureType,
  type JobMode,
  Mode,
  type RoomType,
  StylePreset,
  type Workflow,
} from "../vocabulary.ts";
import { validity } from "./validity.ts";

/** What a job makes of its picture, as stored. `mode` follows the contract, generation.mode. */
export type Configuration = {
  workflow: Workflow;
  capture_type: CaptureType;
  mode: JobMode | null;
  room_types: RoomType[];
  style_preset: StylePreset | null;
};

type ConfigurationRequest = Overrides & {
  workflow: Workflow;
  capture_type: CaptureType;
  /** What marks what may be removed, if anything does. */
  mask?: unknown;
};

type ConfigurationDecision = { ok: true; configuration: Configuration } | { ok: false; reason: string };

const refuse = (reason: string): ConfigurationDecision => ({ ok: false, reason });

/** Checks a create request by the validity matrix and the rule of room families; the reason names the field. */
export function configure(request: ConfigurationRequest): ConfigurationDecision {
  const { workflow, capture_type, mode, room_types, style_preset, mask } = request;
  const rows = validity.filter((row) => row.workflow === workflow && row.capture_type === capture_type);
  const row = rows.find((candidate) => fitsMode(candidate, mode));
  const combination = workflow === "pro_capture" ? workflow : `staging with capture_type ${capture_type}`;
  if (!row) return refuse(`mode is required for ${combination}: one of ${rows.flatMap(modesOf).join(", ")}.`);

  const given = { mode, room_types, style_preset, mask };
  for (const name of ["mode", "room_types", "style_preset", "mask"] as const)
    if (row[name] === "refused" && given[name] !== undefined)
      return refuse(`${name} is not allowed for ${combination}: leave it out.`);
  if (row.style_preset === "required" && style_preset === undefined)
    return refuse(`style_preset is required for ${combination}: one of ${StylePreset.options.join(", ")}.`);
  if (row.room_types === "required" && room_types === undefined)
    return refuse(`room_types is required for mode ${mode}: 1 to ${mostRoomTypes} room types.`);
  const rooms = row.room_types === "required" && room_types !== undefined ? room_types : [];
  if (!areOneFamily(rooms)) return refuse(roomFamilyRule);
  return {
    ok: true,
    configuration: {
      workflow,
      capture_type,
      mode: row.mode === "refused" ? row.job_mode : (mode ?? null),
      room_types: rooms,
      style_preset: row.style_preset === "ignored" ? null : (style_preset ?? null),
    },
  };
}

type Row = (typeof validity)[number];
const modesOf = ({ mode }: Row): readonly Mode[] => (mode === "refused" ? [] : mode);
const fitsMode = (row: Row, mode: Mode | undefined) =>
  row.mode === "refused" || (mode !== undefined && modesOf(row).includes(mode));

const openPlan: readonly RoomType[] = ["Living Room", "Kitchen", "Dining Room"];

/** How many rooms a picture shows at most. */
export const mostRoomTypes = 3;

/** The rooms that may be staged together (contract, room-families.*). */
export const roomFamilies: readonly { name: string; room_types: readonly RoomType[] }[] = [
  { name: "Open plan", room_types: openPlan },
  { name: "Wet rooms", room_types: ["Bathroom", "Shower", "Toilet"] },
  { name: "Studio", room_types: ["Bedroom", ...openPlan] },
];

const roomFamilyRule =
  "room_types with more than one entry must lie inside one family: open plan (Living Room, Kitchen, Dining Room), " +
  "wet rooms (Bathroom, Shower, Toilet), or studio (Bedroom with Living Room, Kitchen or Dining Room).";

/** Whether the rooms may be staged together. A single room always may. */
function areOneFamily(rooms: readonly RoomType[]): boolean {
  if (rooms.length <= 1) return true;
  return roomFamilies.some(({ room_types }) => rooms.every((room) => room_types.includes(room)));
}

export type Overrides = {
  mode?: Mode | undefined;
  room_types?: RoomType[] | undefined;
  style_preset?: StylePreset | undefined;
};

/**
 * Checks a regeneration by the contract, regenerate.*: what is not overridden is inherited, and the result must
 * fit the validity matrix as for a create request.
 */
export function reconfigure(parent: Configuration, overrides: Overrides): ConfigurationDecision {
  const { workflow, capture_type } = parent;
  if (capture_type === "photo") return reconfigurePhoto(parent, overrides);
  const inherited = capture_type === "floorplan" ? (parent.style_preset ?? undefined) : undefined;
  return configure({
    workflow,
    capture_type,
    ...overrides,
    style_preset: overrides.style_preset ?? inherited,
  });
}

function reconfigurePhoto(parent: Configuration, overrides: Overrides): ConfigurationDecision {
  return configure({
    workflow: parent.workflow,
    capture_type: parent.capture_type,
    mode: overrides.mode ?? photoMode(parent),
    room_types: overrides.room_types ?? (parent.room_types.length > 0 ? parent.room_types : undefined),
    style_preset: overrides.style_preset ?? parent.style_preset ?? undefined,
  });
}

const photoMode = ({ mode }: Configuration): Mode | undefined => Mode.options.find((known) => known === mode);
