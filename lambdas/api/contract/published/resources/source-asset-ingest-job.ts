import * as v from "valibot";
import { Failure } from "../../../../domain/failures.ts";
import { SourceId } from "../../../../domain/ids.ts";
import type { ingestView } from "../../../../domain/source-asset/ingest.ts";
import { IngestStatus } from "../../../../domain/vocabulary.ts";
import { type FieldsOf, resource, times } from "../field.ts";

export const SourceAssetIngestJob = resource({
  ingest_id: { schema: SourceId },
  status: { schema: IngestStatus, meaning: "`ready` and `failed` are terminal: poll until one of them." },
  source_asset_id: {
    schema: v.nullable(SourceId),
    meaning: "The source asset to create generations from; null until `ready`.",
  },
  failure: { schema: v.nullable(Failure), meaning: "Why the ingest failed; null unless `failed`." },
  ...times,
} satisfies FieldsOf<ReturnType<typeof ingestView>>);
export type SourceAssetIngestJob = v.InferOutput<typeof SourceAssetIngestJob>;
