import { notFound } from "../../domain/errors.ts";
import { ingestView } from "../../domain/ingest.ts";
import { json } from "../../runtime/http.ts";
import { findIngest } from "../../storage/ingests.ts";
import { apiHandler } from "../api-handler.ts";
import { GetSourceAsset } from "../operations.ts";
import { ingestIdOf } from "../path.ts";
import type { SourceAssetIngestJob } from "../resources.ts";

/** GET /api/v1/source-assets/{ingest_id} */
export const handler = apiHandler(GetSourceAsset, {
  parse: ingestIdOf,
  read: ({ caller, input: ingestId }) => findIngest(caller.organization.organization_id, ingestId),
  answer: async (ingest) => {
    if (!ingest) throw notFound("source asset ingest job");
    const view: SourceAssetIngestJob = ingestView(ingest);
    return json(200, view);
  },
});
