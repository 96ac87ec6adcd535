import type { Camera, Light, Rgb, Room } from "@image-staging/tracer/scene";
import type { Labels } from "../labels/index.ts";
import type { Segment } from "./camera/segments.ts";

/** How sure each stage is, from 0 (a guess) to 1. */
interface Confidence {
  camera: number;
  room: number;
  scale: number;
}

/** How the photo was exposed, so that furniture can be lit alike. Linear values, 1 clips. */
export interface Exposure {
  /** What a white diffuse surface (albedo 1) in the middle of the room would show. */
  white: number;
  /** The colour of the room's light: the mean of its channels is 1. */
  whitePoint: Rgb;
}

/** What is known of a photo of an empty room. */
export interface Analysis {
  /** What each pixel shows; not known of panoramas. */
  labels?: Labels;
  camera: Camera;
  room: Room;
  light: Light;
  exposure: Exposure;
  confidence: Confidence;
  /** The line segments that the camera was found from, in pixels of the picture. */
  segments: readonly Segment[];
}
