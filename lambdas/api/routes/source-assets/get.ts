import { notFound } from "../../../domain/errors.ts";
import { ingestView } from "../../../domain/source-asset/ingest.ts";
import { findIngest } from "../../../storage/source-asset/ingests.ts";
import { json } from "../../chain/http.ts";
import { ingestIdOf } from "../../chain/path-parameters.ts";
import { route } from "../../chain/route.ts";
import { GetSourceAsset } from "../../contract/source-assets/get.ts";

/** GET /api/v1/source-assets/{ingest_id} */
export const handler = route(GetSourceAsset, {
  parse: ({ event }) => ingestIdOf(event),
  read: ({ caller, input: ingestId }) => findIngest(caller.organization.organization_id, ingestId),
  answer: async (ingest) => {
    if (!ingest) throw notFound("source asset ingest job");
    return json(200, ingestView(ingest));
  },
});
