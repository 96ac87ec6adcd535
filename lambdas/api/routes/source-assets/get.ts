import { notFound } from "../../../domain/errors.ts";
import { ingestView } from "../../../domain/source-asset/ingest.ts";
import { findIngest } from "../../../storage/source-asset/ingests.ts";
import { ingestIdOf } from "../../chain/path-parameters.ts";
import { json } from "../../chain/responses.ts";
import { route } from "../../chain/route.ts";
import { GetSourceAsset } from "../../contract/operations.ts";
import type { SourceAssetIngestJob } from "../../contract/resources.ts";

/** GET /api/v1/source-assets/{ingest_id} */
export const handler = route(GetSourceAsset, {
  parse: ingestIdOf,
  read: ({ caller, input: ingestId }) => findIngest(caller.organization.organization_id, ingestId),
  answer: async (ingest) => {
    if (!ingest) throw notFound("source asset ingest job");
    const view: SourceAssetIngestJob = ingestView(ingest);
    return json(200, view);
  },
});
