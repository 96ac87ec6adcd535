import type { Making } from "../../domain/generation/provenance.ts";
import { decode } from "./decoder.ts";
import { outputXmp } from "./provenance.ts";

/** Pixels of a preview's long side: sharp on a screen, and a few hundred kilobytes for visitors who need no key. */
const longSide = 1600;

/**
 * A small copy of a stored picture for its public page: JPEG of at most 1600 pixels on its long side, never enlarged. One of
 * an output, by its `making`, says in an XMP packet how it was altered; one of an original has no metadata.
 */
export function encodePreview(picture: Buffer, making: Making | null): Promise<Buffer> {
  const size = { width: longSide, height: longSide, fit: "inside", withoutEnlargement: true } as const;
  const preview = decode(picture).resize(size).jpeg({ quality: 82 });
  return (making === null ? preview : preview.withXmp(outputXmp(making, null))).toBuffer();
}
