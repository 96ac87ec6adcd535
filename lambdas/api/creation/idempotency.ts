import { isUtf8 } from "node:buffer";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { badRequest, Refusal } from "../../domain/errors.ts";
import { requestHash } from "../../domain/generation/fingerprint.ts";
import { sha256Hex } from "../../domain/ids.ts";
import { findAccepted, type IdempotencyClaim, type IdempotencyRecord } from "../../storage/idempotency.ts";
import type { Caller } from "../chain/authenticate.ts";
import type { Body } from "../chain/body.ts";
import { type Answer, answer, header, headerValues } from "../chain/http.ts";
import type { Files } from "../chain/multipart.ts";

/**
 * The caller's claim on this write: scoped to organization, route, path and `Idempotency-Key`. Two requests are the same
 * when their fields and files are, whatever their encoding. Throws bad_request if the header is missing, sent twice,
 * or not 1 to 200 characters long. The body must have been parsed: what is no JSON value cannot be hashed.
 */
export function idempotencyClaimOf(
  event: APIGatewayProxyEvent,
  caller: Caller,
  { fields, ...files }: Body,
): IdempotencyClaim {
  if (headerValues(event, "idempotency-key").length > 1)
    throw badRequest("Send one Idempotency-Key header, not several.");
  const key = header(event, "idempotency-key") ?? "";
  const length = Array.from(asText(key)).length;
  if (length < 1 || length > 200)
    throw badRequest(
      "Send an Idempotency-Key header of 1 to 200 characters, a new one for each new request.",
    );
  return {
    organizationId: caller.organization.organization_id,
    route: JSON.stringify([event.httpMethod, event.resource, event.pathParameters]),
    idempotencyKey: key,
    requestHash: requestHash({ fields, ...hashesOf(files) }),
  };
}

/** A request without a mask has the hash that it had before there were masks. */
const hashesOf = ({ file, mask }: Files) => ({
  file: file && sha256Hex(file),
  ...(mask && { mask: sha256Hex(mask) }),
});

/** Most clients send other characters than ASCII's in UTF-8, of which a header has a character for each byte. */
function asText(header: string): string {
  const bytes = Buffer.from(header, "latin1");
  return isUtf8(bytes) && bytes.toString("latin1") === header ? bytes.toString() : header;
}

/**
 * The first response again, byte for byte: what any operation answered with. Throws idempotency_conflict if the request
 * differs from the first.
 */
export function replay(accepted: IdempotencyRecord, claim: IdempotencyClaim): Answer<never> {
  if (accepted.request_hash !== claim.requestHash)
    throw new Refusal(
      "idempotency_conflict",
      "This Idempotency-Key was used for a different request. Use a new key.",
    );
  return answer<never>(200, { text: accepted.response }, { "Idempotent-Replayed": "true" });
}

/** The replay for a request that lost the race against its own duplicate. */
export async function replayWinner(claim: IdempotencyClaim, now: Date): Promise<Answer<never>> {
  const winner = await findAccepted(claim, now);
  if (!winner) throw new Error("The winner of an idempotency race is gone.");
  return replay(winner, claim);
}
