import type { Mode, RoomType, StylePreset } from "../vocabulary.ts";
import { type Configuration, type ConfigurationDecision, configure } from "./configuration.ts";

export type Overrides = {
  mode?: Mode | undefined;
  room_types?: RoomType[] | undefined;
  style_preset?: StylePreset | undefined;
};

/**
 * Decides a regeneration by SPEC "Allowed overrides by parent": what is not overridden is inherited, and the
 * result must fit the validity matrix as a create would.
 */
export function reconfigure(parent: Configuration, overrides: Overrides): ConfigurationDecision {
  const { workflow, capture_type } = parent;
  if (workflow === "staging" && capture_type === "photo") return reconfigurePhoto(parent, overrides);
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

const photoMode = ({ mode }: Configuration): Mode | undefined =>
  mode === "panorama360" || mode === "floorplan" || mode === null ? undefined : mode;
