import type { APIGatewayProxyEvent } from "aws-lambda";
import { badRequest } from "../../domain/errors.ts";
import { ingestView } from "../../domain/ingest.ts";
import { json } from "../../runtime/http.ts";
import { parseInput } from "../../runtime/parse.ts";
import { createIngest, findAccepted } from "../../storage/creates.ts";
import { startIngest } from "../../storage/executions.ts";
import { apiHandler } from "../api-handler.ts";
import type { Caller } from "../authenticate.ts";
import { type Body, bodyOf } from "../body.ts";
import { CreateSourceAssetBody, NoFields } from "../contract.ts";
import { claimFor, replay, replayWinner } from "../idempotency.ts";
import { ingestOf } from "../inline-source.ts";
import { CreateSourceAsset } from "../operations.ts";
import type { SourceAssetIngestJob } from "../resources.ts";

/** POST /api/v1/source-assets */
export const handler = apiHandler(CreateSourceAsset, {
  parse: (event: APIGatewayProxyEvent, caller: Caller) => {
    const body = bodyOf(event);
    return { source: sourceOf(body), claim: claimFor(event, caller, body) };
  },
  read: ({ input, now }) => findAccepted(input.claim, now),
  answer: async (accepted, request) => {
    const { claim, source } = request.input;
    if (accepted) return replay(accepted, claim);
    const ingest = await ingestOf(source, null, request);
    const view: SourceAssetIngestJob = ingestView(ingest);
    const response = JSON.stringify(view);
    const outcome = await createIngest(claim, response, ingest, request.now);
    if (outcome === "accepted_before") return replayWinner(claim, request.now);
    await startIngest(ingest).catch((error) =>
      request.log.warn("The ingest is accepted but could not be started; the sweeper will", {
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
