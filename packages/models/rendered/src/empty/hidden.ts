import type { Camera } from "@image-staging/tracer/scene";
import type { Hits, Planes } from "../analysis/faces.ts";
import type { Labels } from "../labels/index.ts";
import type { Boundary } from "./boundary.ts";

/** A room of which something hides a part, seen by a camera of the labels' copy. */
export interface Hidden {
  labels: Labels;
  camera: Camera;
  room: Planes;
  /** Where the floor begins in the photo, beside where it does in the room. */
  boundary: Boundary;
  /** Where each pixel of the copy meets the room, by that boundary. */
  hits: Hits;
  /** 1 for each pixel of the copy that shows what goes. */
  removed: Uint8Array;
}
