import { badRequest } from "../../../domain/errors.ts";
import { ingestView } from "../../../domain/source-asset/ingest.ts";
import { startIngest } from "../../../storage/executions.ts";
import { findAccepted } from "../../../storage/idempotency.ts";
import { createIngest } from "../../../storage/source-asset/ingests.ts";
import { type Body, readJsonOrForm } from "../../chain/body.ts";
import { json } from "../../chain/http.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { route } from "../../chain/route.ts";
import { CreateSourceAsset } from "../../contract/operations.ts";
import { CreateSourceAssetBody, NoFields } from "../../contract/requests.ts";
import type { SourceAssetIngestJob } from "../../contract/resources.ts";
import { idempotencyClaimOf, replay, replayWinner } from "../../creation/idempotency.ts";
import { createInlineIngest } from "../../creation/inline-source.ts";

/** POST /api/v1/source-assets */
export const handler = route(CreateSourceAsset, {
  readBody: readJsonOrForm,
  parse: ({ event, caller, body }) => ({
    source: sourceOf(body),
    claim: idempotencyClaimOf(event, caller, body),
  }),
  read: ({ input, now }) => findAccepted(input.claim, now),
  answer: async (accepted, request) => {
    const { claim, source } = request.input;
    if (accepted) return replay(accepted, claim);
    const ingest = await createInlineIngest(source, null, request);
    const view: SourceAssetIngestJob = ingestView(ingest);
    const response = JSON.stringify(view);
    const outcome = await createIngest(claim, response, ingest, request.now);
    if (outcome === "accepted_before") return replayWinner(claim, request.now);
    await startIngest(ingest).catch((error) =>
      request.log.warn("The ingest is accepted but could not be started; the sweeper will start it", {
        ingest_id: ingest.ingest_id,
        error,
      }),
    );
    return json(200, response);
  },
});

function sourceOf({ fields, file }: Body) {
  if ((file !== null) === Object.hasOwn(fields, "source_url"))
    throw badRequest(
      "Send exactly one picture: source_url in a JSON body, or file in a multipart/form-data body.",
    );
  if (!file) return { file, sourceUrl: parseInput(CreateSourceAssetBody, fields).source_url };
  parseInput(NoFields, fields);
  return { file, sourceUrl: undefined };
}
