import type { StoredOutput } from "../../domain/generation/generation.ts";
import type { SourceAsset } from "../../domain/source-asset/ingest.ts";
import type { Workflow } from "../../domain/vocabulary.ts";
import { encodePreview } from "../../runtime/picture/encode-preview.ts";
import { objectKeys } from "../../storage/keys.ts";
import { writeObject } from "../../storage/objects.ts";

type Pictures = { source: Buffer; output: Buffer };

/**
 * Stores what the page of an output shows. It shows previews: whoever has a URL of it needs no key and has no limit, and
 * whole pictures would be a megabyte each.
 */
export async function storePreviews(
  workflow: Workflow,
  { organization_id, source_asset_id }: SourceAsset,
  { output_id }: Pick<StoredOutput, "output_id">,
  { source, output }: Pictures,
): Promise<void> {
  const store = (id: string, preview: Buffer) =>
    writeObject(objectKeys.preview(organization_id, id), preview, "image/jpeg");
  await store(source_asset_id, await encodePreview(source, null));
  await store(output_id, await encodePreview(output, workflow));
}
