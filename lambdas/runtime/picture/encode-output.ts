import type { Workflow } from "../../domain/vocabulary.ts";
import { decode } from "./decoder.ts";
import type { Panorama } from "./photo-sphere.ts";
import { outputXmp } from "./provenance.ts";

/**
 * Re-encodes an approved candidate for the caller: JPEG, upright, sRGB, without the metadata and trailing bytes that
 * came with it, and with an XMP packet that says how the picture was altered and, of a panorama, that it is one.
 */
export function encodeOutput(
  candidate: Buffer,
  workflow: Workflow,
  panorama: Panorama | null = null,
): Promise<Buffer> {
  return decode(candidate)
    .autoOrient()
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .jpeg({ quality: 90 })
    .withXmp(outputXmp(workflow, panorama))
    .toBuffer();
}
