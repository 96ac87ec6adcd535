import type { Making } from "../../domain/generation/provenance.ts";
import { decodeForgiving, type Pixels } from "./decoder.ts";
import { type Label, labelOverlays } from "./label.ts";
import type { Panorama } from "./photo-sphere.ts";
import { outputXmp } from "./provenance.ts";

/**
 * Re-encodes an approved candidate for the caller: JPEG, upright, sRGB, without the metadata and trailing bytes that
 * came with it, and with an XMP packet that says how the picture was altered and, of a panorama, that it is one. With a
 * label, the picture itself says so as well.
 */
export async function encodeOutput(
  candidate: Buffer | Pixels,
  making: Making,
  panorama: Panorama | null = null,
  label: Label | null = null,
): Promise<Buffer> {
  const overlays = label === null ? [] : await labelOverlays(label);
  return decodeForgiving(candidate, (opened) => {
    const picture = opened.autoOrient().flatten({ background: "white" }).toColourspace("srgb");
    const drawn = overlays.length === 0 ? picture : picture.composite(overlays);
    return drawn.jpeg({ quality: 90 }).withXmp(outputXmp(making, panorama)).toBuffer();
  });
}

/** Re-encodes an edit mask for the caller: a PNG of one channel, 255 for a pixel that is the model's. */
export const encodeMask = (mask: Buffer): Promise<Buffer> =>
  decodeForgiving(mask, (opened) =>
    opened.toColourspace("b-w").extractChannel(0).png({ compressionLevel: 6 }).toBuffer(),
  );
