import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { badRequest, Refusal } from "../domain/errors.ts";
import { requestHash } from "../domain/fingerprint.ts";
import { sha256Hex } from "../domain/ids.ts";
import { header, json, jsonOf, multipartOf } from "../runtime/http.ts";
import { type Claim, findAccepted, type IdempotencyRecord } from "../storage/creates.ts";
import type { Caller } from "./authenticate.ts";

/**
 * The caller's claim on this write: scoped to organization, route, path and `Idempotency-Key`. Two requests are the same
 * when their parsed fields and file contents are, whatever their encoding. Throws bad_request where the header is
 * missing or not 1 to 200 characters long.
 */
export function claimFor(event: APIGatewayProxyEvent, caller: Caller): Claim {
  const key = header(event, "idempotency-key");
  if (key === undefined || key.length < 1 || key.length > 200)
    throw badRequest(
      "Send an Idempotency-Key header of 1 to 200 characters, a new one for each new request.",
    );
  return {
    organizationId: caller.organization.organization_id,
    route: `${event.httpMethod} ${event.path}`,
    idempotencyKey: key,
    requestHash: requestHash(contentOf(event)),
  };
}

function contentOf(event: APIGatewayProxyEvent): unknown {
  const multipart = multipartOf(event);
  if (!multipart) return { json: jsonOf(event) ?? null };
  return {
    fields: Object.fromEntries(multipart.fields),
    files: multipart.files.map(({ field, content }) => [field, sha256Hex(content)]),
  };
}

/** The first response again, byte for byte; a Refusal where the request differs from the first (409). */
export function replay(accepted: IdempotencyRecord, claim: Claim): APIGatewayProxyResult {
  if (accepted.request_hash !== claim.requestHash)
    throw new Refusal(
      "idempotency_conflict",
      "This Idempotency-Key was used for a different request. Use a new key.",
    );
  return json(200, accepted.response, { "Idempotent-Replayed": "true" });
}

/** The replay for a request that lost the race against its own duplicate. */
export async function replayWinner(claim: Claim, now: Date): Promise<APIGatewayProxyResult> {
  const winner = await findAccepted(claim, now);
  if (!winner) throw new Error("The winner of an idempotency race is gone.");
  return replay(winner, claim);
}
