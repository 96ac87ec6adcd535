import { badRequest, unprocessable } from "../../../domain/errors.ts";
import { ingestView } from "../../../domain/source-asset/ingest.ts";
import { unusableUpload } from "../../../domain/source-asset/upload.ts";
import { startIngest } from "../../../orchestration/executions.ts";
import { findAccepted } from "../../../storage/idempotency.ts";
import { createIngest } from "../../../storage/source-asset/ingests.ts";
import { type Body, readJsonOrForm } from "../../chain/body.ts";
import { answer, jsonOf } from "../../chain/http.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { route } from "../../chain/route.ts";
import { CreateSourceAsset } from "../../contract/source-assets/create.ts";
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
    const response = jsonOf(ingestView(ingest));
    const outcome = await createIngest(claim, response.text, ingest, request.now);
    if (outcome === "accepted_before") return replayWinner(claim, request.now);
    if (outcome === "upload_unusable") throw unusableUpload();
    await startIngest(ingest).catch((error) =>
      request.log.warn("The ingest is accepted but could not be started; the sweeper will start it", {
        ingest_id: ingest.ingest_id,
        error,
      }),
    );
    return answer(200, response);
  },
});

function sourceOf({ fields, file, mask }: Body) {
  if (mask) throw unprocessable("mask is not a field of this request.");
  const named = ["source_url", "upload_id"].filter((name) => (fields[name] ?? null) !== null);
  if (named.length + (file ? 1 : 0) !== 1)
    throw badRequest(
      "Send exactly one picture: source_url or upload_id in a JSON body, or file in a multipart/form-data body.",
    );
  const { source_url, upload_id } = parseInput(CreateSourceAsset.body, fields);
  return { file, sourceUrl: source_url, uploadId: upload_id };
}
