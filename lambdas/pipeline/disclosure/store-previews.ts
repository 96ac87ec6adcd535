import type { Generation, StoredOutput } from "../../domain/generation/generation.ts";
import type { Making } from "../../domain/generation/provenance.ts";
import { encodePreview } from "../../runtime/picture/encode-preview.ts";
import { objectKeys } from "../../storage/object-keys.ts";
import { writeObject } from "../../storage/objects.ts";

type Pictures = { source: Buffer; output: Buffer; making: Making };

/**
 * Stores what the page of an output shows. It shows previews: whoever has a URL of it needs no key and has no limit, and
 * whole pictures would be a megabyte each.
 */
export async function storePreviews(
  { organization_id }: Generation,
  { output_id }: StoredOutput,
  { source, output, making }: Pictures,
): Promise<void> {
  const store = (of: "original" | "altered", preview: Buffer) =>
    writeObject(objectKeys.preview(organization_id, output_id, of), preview, "image/jpeg");
  await store("original", await encodePreview(source, null));
  await store("altered", await encodePreview(output, making));
}
