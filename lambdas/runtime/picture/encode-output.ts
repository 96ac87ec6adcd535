import type { Workflow } from "../../domain/vocabulary.ts";
import { decode } from "./decoder.ts";
import { provenanceXmp } from "./provenance.ts";

/**
 * Re-encodes an approved candidate for the caller: JPEG, upright, sRGB, without the metadata and trailing bytes that
 * came with it, and with an XMP packet that says how the picture was altered.
 */
export function encodeOutput(candidate: Buffer, workflow: Workflow): Promise<Buffer> {
  return decode(candidate)
    .autoOrient()
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .jpeg({ quality: 90 })
    .withXmp(provenanceXmp(workflow))
    .toBuffer();
}
