import type { ContractRequest } from "./messages.ts";
import { drawFloorplan, drawPanorama, drawRoom } from "./sample-pictures.ts";

export type Picture = { data: Buffer; width: number; height: number };
export type Task = Pick<
  ContractRequest,
  "workflow" | "capture_type" | "mode" | "room_types" | "style_preset"
>;

/** The task of the probes, unless the container serves another one only. */
export const probeTask: Task = {
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room"],
  style_preset: "modern",
};

/** Every combination of workflow, capture type and mode that the service asks for. */
export const tasks: Task[] = [
  probeTask,
  {
    workflow: "staging",
    capture_type: "photo",
    mode: "renovate",
    room_types: ["Bedroom", "Living Room", "Kitchen"],
    style_preset: null,
  },
  { workflow: "staging", capture_type: "photo", mode: "clean", room_types: [], style_preset: null },
  {
    workflow: "staging",
    capture_type: "panorama360",
    mode: "panorama360",
    room_types: [],
    style_preset: "scandi",
  },
  { workflow: "staging", capture_type: "floorplan", mode: "floorplan", room_types: [], style_preset: null },
  { workflow: "pro_capture", capture_type: "photo", mode: null, room_types: [], style_preset: null },
  { workflow: "pro_capture", capture_type: "panorama360", mode: null, room_types: [], style_preset: null },
  { workflow: "pro_capture", capture_type: "floorplan", mode: null, room_types: [], style_preset: null },
];

export const nameOf = ({ workflow, capture_type, mode }: Task) =>
  [workflow, capture_type, mode ?? "no mode"].join("/");

/** Drawn sources. The photo's sides are odd numbers: customers send sizes that no model likes. */
export async function drawPictures(): Promise<Record<Task["capture_type"], Picture>> {
  return {
    photo: { data: await drawRoom(517, 389), width: 517, height: 389 },
    panorama360: { data: await drawPanorama(1024), width: 1024, height: 512 },
    floorplan: { data: await drawFloorplan(640, 480), width: 640, height: 480 },
  };
}
