import {
  type CaptureType,
  type JobMode,
  type Mode,
  modes,
  type RoomType,
  type StylePreset,
  stylePresets,
  type Workflow,
} from "../vocabulary.ts";

/** What a job makes of its picture, as stored. `mode` follows SPEC "Generation job". */
export type Configuration = {
  workflow: Workflow;
  capture_type: CaptureType;
  mode: JobMode | null;
  room_types: RoomType[];
  style_preset: StylePreset | null;
};

type ConfigurationRequest = {
  workflow: Workflow;
  capture_type: CaptureType;
  mode?: Mode | undefined;
  room_types?: RoomType[] | undefined;
  style_preset?: StylePreset | undefined;
};

type ConfigurationDecision = { ok: true; configuration: Configuration } | { ok: false; reason: string };

const refuse = (reason: string): ConfigurationDecision => ({ ok: false, reason });

/** Checks a create request by SPEC "Field validity matrix" and "Room family rule"; the reason names the field. */
export function configure(request: ConfigurationRequest): ConfigurationDecision {
  if (request.workflow === "staging" && request.capture_type === "photo") return configurePhoto(request);

  const combination =
    request.workflow === "pro_capture" ? "pro_capture" : `staging with capture_type ${request.capture_type}`;
  if (request.mode !== undefined) return refuse(`mode is not allowed for ${combination}: leave it out.`);
  if (request.room_types !== undefined)
    return refuse(`room_types is not allowed for ${combination}: leave it out.`);
  if (request.workflow === "pro_capture") {
    if (request.style_preset !== undefined)
      return refuse("style_preset is not allowed for pro_capture: leave it out.");
    return accept(request, null, [], null);
  }
  if (request.capture_type === "panorama360") {
    if (request.style_preset === undefined)
      return refuse(`style_preset is required for ${combination}: one of ${stylePresets.join(", ")}.`);
    return accept(request, "panorama360", [], request.style_preset);
  }
  return accept(request, "floorplan", [], request.style_preset ?? null);
}

function configurePhoto(request: ConfigurationRequest): ConfigurationDecision {
  if (request.mode === undefined)
    return refuse(`mode is required for staging with capture_type photo: one of ${modes.join(", ")}.`);
  if (request.mode === "clean") return accept(request, "clean", [], null);
  if (request.room_types === undefined)
    return refuse(`room_types is required for mode ${request.mode}: 1 to 3 room types.`);
  if (!areOneFamily(request.room_types)) return refuse(roomFamilyRule);
  return accept(request, request.mode, request.room_types, request.style_preset ?? null);
}

const accept = (
  { workflow, capture_type }: ConfigurationRequest,
  mode: Configuration["mode"],
  room_types: RoomType[],
  style_preset: StylePreset | null,
): ConfigurationDecision => ({
  ok: true,
  configuration: { workflow, capture_type, mode, room_types, style_preset },
});

const openPlan: readonly RoomType[] = ["Living Room", "Kitchen", "Dining Room"];
const wetRooms: readonly RoomType[] = ["Bathroom", "Shower", "Toilet"];

const roomFamilyRule =
  "room_types with more than one entry must lie inside one family: open plan (Living Room, Kitchen, Dining Room), " +
  "wet rooms (Bathroom, Shower, Toilet), or studio (Bedroom with Living Room, Kitchen or Dining Room).";

/** Whether the rooms may be staged together (SPEC "Room family rule"). A single room always may. */
function areOneFamily(rooms: readonly RoomType[]): boolean {
  if (rooms.length === 1) return true;
  const within = (family: readonly RoomType[]) => rooms.every((room) => family.includes(room));
  return within(openPlan) || within(wetRooms) || within(["Bedroom", ...openPlan]);
}

export type Overrides = {
  mode?: Mode | undefined;
  room_types?: RoomType[] | undefined;
  style_preset?: StylePreset | undefined;
};

/**
 * Checks a regeneration by SPEC "Allowed overrides by parent": what is not overridden is inherited, and the result must
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

const photoMode = ({ mode }: Configuration): Mode | undefined => modes.find((known) => known === mode);
