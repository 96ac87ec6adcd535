import type { APIGatewayProxyEvent } from "aws-lambda";
import { checkCaptureDimensions } from "../../domain/capture.ts";
import { badRequest, unprocessable } from "../../domain/errors.ts";
import { newGeneration } from "../../domain/generation.ts";
import type { SourceAsset } from "../../domain/ingest.ts";
import { configure } from "../../domain/matrix.ts";
import type { CaptureType } from "../../domain/vocabulary.ts";
import { parseInput } from "../../runtime/parse.ts";
import { findAcceptedAndAsset } from "../../storage/creates.ts";
import { acceptGeneration, newJobId, reservationFor } from "../accept-generation.ts";
import { apiHandler } from "../api-handler.ts";
import { type Body, bodyOf, readForm } from "../body.ts";
import { CreateGenerationBody } from "../contract.ts";
import { claimFor, replay } from "../idempotency.ts";
import { ingestOf } from "../inline-source.ts";

/** POST /api/v1/generations */
export const handler = apiHandler({
  counter: "create_generation",
  readForm,
  parse: (event, caller) => ({ claim: claimFor(event, caller), ...parseCreate(event) }),
  read: ({ input, now }) => findAcceptedAndAsset(input.claim, input.fields.source_asset_id ?? null, now),
  answer: async ({ accepted, asset }, { caller, input, now, log }) => {
    const { claim, fields, file, configuration } = input;
    if (accepted) return replay(accepted, claim);
    const reservation = reservationFor(caller.organization, now);
    const jobId = newJobId();
    const inline = fields.source_asset_id === undefined;
    if (!inline) requireFit(asset, fields.capture_type);
    const ingest = inline
      ? await ingestOf(
          { file, sourceUrl: fields.source_url },
          { jobId, captureType: fields.capture_type },
          caller,
          now,
        )
      : null;
    const job = newGeneration({
      organizationId: claim.organizationId,
      jobId,
      parentJobId: null,
      ingestId: ingest?.ingest_id ?? null,
      sourceAssetId: fields.source_asset_id ?? null,
      configuration,
      includeAlternates: fields.include_alternates,
      reference: fields.reference ?? null,
      metadata: fields.metadata ?? null,
      webhookUrl: fields.webhook?.url ?? null,
      reservedPeriod: reservation?.periodStart ?? null,
      now,
    });
    return acceptGeneration({ caller, claim, job, ingest, reservation, now, log });
  },
});

function parseCreate(event: APIGatewayProxyEvent) {
  const body = bodyOf(event);
  requireOneSource(body);
  const fields = parseInput(CreateGenerationBody, body.fields);
  const decision = configure(fields);
  if (!decision.ok) throw unprocessable(decision.reason);
  return { fields, file: body.file, configuration: decision.configuration };
}

function requireOneSource({ fields, file }: Body): void {
  if ("file" in fields) throw badRequest("Send file as the file part of a multipart/form-data body.");
  const given = [file !== null, "source_url" in fields, "source_asset_id" in fields].filter(Boolean).length;
  if (given !== 1)
    throw badRequest(`Send exactly one of file, source_url and source_asset_id; the request has ${given}.`);
}

function requireFit(asset: SourceAsset | null, captureType: CaptureType): void {
  if (!asset) throw unprocessable("source_asset_id is not the id of a source asset of this organization.");
  const dimensions = checkCaptureDimensions(captureType, asset);
  if (!dimensions.ok) throw unprocessable(`source_asset_id does not fit capture_type: ${dimensions.reason}`);
}
