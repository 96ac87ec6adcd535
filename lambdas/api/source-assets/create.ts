import type { APIGatewayProxyEvent } from "aws-lambda";
import { badRequest } from "../../domain/errors.ts";
import { ingestView } from "../../domain/ingest.ts";
import { json } from "../../runtime/http.ts";
import { parseInput } from "../../runtime/parse.ts";
import { createIngest, findAccepted } from "../../storage/creates.ts";
import { startIngest } from "../../storage/executions.ts";
import { apiHandler } from "../api-handler.ts";
import { bodyOf, readForm } from "../body.ts";
import { CreateSourceAssetBody } from "../contract.ts";
import { claimFor, replay, replayWinner } from "../idempotency.ts";
import { ingestOf } from "../inline-source.ts";

/** POST /api/v1/source-assets */
export const handler = apiHandler({
  counter: "create_source_asset",
  readForm,
  parse: (event, caller) => ({ claim: claimFor(event, caller), source: parseSource(event) }),
  read: ({ input, now }) => findAccepted(input.claim, now),
  answer: async (accepted, { caller, input, now, log }) => {
    const { claim, source } = input;
    if (accepted) return replay(accepted, claim);
    const ingest = await ingestOf(source, null, caller, now);
    const response = JSON.stringify(ingestView(ingest));
    const outcome = await createIngest(claim, response, ingest, now);
    if (outcome === "accepted_before") return replayWinner(claim, now);
    await startIngest(ingest).catch((error) =>
      log.warn("The ingest is accepted but could not be started; the sweeper will", {
        ingest_id: ingest.ingest_id,
        error,
      }),
    );
    return json(200, response);
  },
});

function parseSource(event: APIGatewayProxyEvent) {
  const { fields, file } = bodyOf(event);
  if ((file !== null) === "source_url" in fields)
    throw badRequest(
      "Send exactly one picture: source_url in a JSON body, or file in a multipart/form-data body.",
    );
  if (file) {
    const others = Object.keys(fields);
    if (others.length > 0)
      throw badRequest(`${others.join(", ")} is not a field of this request: send file alone.`);
    return { file, sourceUrl: undefined };
  }
  return { file: null, sourceUrl: parseInput(CreateSourceAssetBody, fields).source_url };
}
