import type { Generation } from "../../domain/generation/generation.ts";
import type { SourceAsset } from "../../domain/source-asset/ingest.ts";
import { encodePreview } from "../../runtime/picture/encode-preview.ts";
import { publishDisclosure } from "../../storage/generation/disclosures.ts";
import { objectKeys } from "../../storage/keys.ts";
import { writeObject } from "../../storage/objects.ts";

/** The pictures of a page, before and after, and the output that it is of. */
type Altered = {
  output_id: string;
  disclosure_id: string;
  created_at: string;
  source: Buffer;
  output: Buffer;
};

/**
 * Publishes the page of an output. It shows previews: whoever has a URL of it needs no key and has no limit, and whole
 * pictures would be a megabyte each.
 */
export async function publishPage(
  { organization_id, job_id, workflow, capture_type, mode }: Generation,
  { source_asset_id }: SourceAsset,
  { output_id, disclosure_id, created_at, source, output }: Altered,
): Promise<void> {
  const original_key = objectKeys.preview(organization_id, source_asset_id);
  const altered_key = objectKeys.preview(organization_id, output_id);
  await writeObject(original_key, await encodePreview(source, null), "image/jpeg");
  await writeObject(altered_key, await encodePreview(output, workflow), "image/jpeg");
  await publishDisclosure({
    disclosure_id,
    organization_id,
    job_id,
    workflow,
    capture_type,
    mode,
    original_key,
    altered_key,
    altered_at: created_at,
    revoked_at: null,
  });
}
