import { badRequest, listingClosed, unprocessable } from "../../../domain/errors.ts";
import { configure } from "../../../domain/generation/configuration.ts";
import { chosenFailureCode } from "../../../domain/generation/sandbox.ts";
import type { Listing } from "../../../domain/listing/listing.ts";
import { checkCaptureDimensions } from "../../../domain/source-asset/dimensions.ts";
import type { SourceAsset } from "../../../domain/source-asset/ingest.ts";
import type { CaptureType } from "../../../domain/vocabulary.ts";
import { startGeneration, startIngest } from "../../../orchestration/executions.ts";
import { formatOf, otherFormatOf } from "../../../runtime/picture/format.ts";
import { findForCreate } from "../../../storage/generation/create.ts";
import { findAccepted, type IdempotencyClaim } from "../../../storage/idempotency.ts";
import { type Body, readJsonOrForm } from "../../chain/body.ts";
import type { Answer } from "../../chain/http.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { CreateGeneration } from "../../contract/generations/create.ts";
import type { GenerationJob } from "../../contract/published/resources/generation-job.ts";
import { acceptGeneration, newJobId } from "../../creation/accept-generation.ts";
import { callerFieldsOf } from "../../creation/caller-fields.ts";
import { requireFreeSlot } from "../../creation/free-slot.ts";
import { idempotencyClaimOf, replay } from "../../creation/idempotency.ts";
import { createInlineIngest } from "../../creation/inline-source.ts";
import { requireKnownEnding } from "../../creation/sandbox-ending.ts";
import { unitToReserve } from "../../creation/unit-reservation.ts";

/** POST /api/v1/generations */
export const handler = route(CreateGeneration, {
  readBody: readJsonOrForm,
  parse: parseCreate,
  read: ({ input: { claim, fields }, now }) => {
    const { source_asset_id: assetId = null, listing = null } = fields;
    return findForCreate(claim, { assetId, listing }, now);
  },
  answer: async ({ accepted, inFlight, asset, listing }, request) => {
    const { claim, fields, file, mask, configuration } = request.input;
    const { source_asset_id, source_url, upload_id, mask_url, capture_type } = fields;
    if (accepted) return replay(accepted, claim);
    if (source_asset_id !== undefined) requireFit(asset, capture_type);
    if (listing && listing.closed_at !== null) return refuseClosed(listing, claim, request.now);
    const { caller, now } = request;
    requireFreeSlot(caller, inFlight);
    const reservation = unitToReserve(caller.organization, now);
    const jobId = newJobId();
    const kept = callerFieldsOf(fields, caller.keyId);
    const isMasked = mask !== null || mask_url !== undefined;
    const ingest =
      source_asset_id === undefined || isMasked
        ? await createInlineIngest(
            {
              file,
              sourceUrl: source_url,
              uploadId: upload_id,
              assetId: source_asset_id,
              mask,
              maskUrl: mask_url,
            },
            {
              jobId,
              captureType: capture_type,
              failureCode: chosenFailureCode({ sandbox: caller.organization.sandbox, ...kept }),
            },
            request,
          )
        : null;
    return acceptGeneration(request, {
      job_id: jobId,
      parent_job_id: null,
      source_asset_id: source_asset_id ?? null,
      ...configuration,
      mask: isMasked ? { content_hash: null } : null,
      include_alternates: fields.include_alternates,
      disclosure: fields.disclosure ?? caller.organization.disclosure,
      listing: fields.listing ?? null,
      ...kept,
      ingest,
      reservation,
      start: ingest ? () => startIngest(ingest) : startGeneration,
    });
  },
});

/** The items of a read are not of one moment: the request may have been accepted before the listing was closed. */
async function refuseClosed(
  { listing }: Listing,
  claim: IdempotencyClaim,
  now: Date,
): Promise<Answer<GenerationJob>> {
  const accepted = await findAccepted(claim, now);
  if (!accepted) throw listingClosed(listing);
  return replay(accepted, claim);
}

function parseCreate({ event, caller, body }: ReceivedRequest) {
  requireOneSource(body);
  requireOneMask(body);
  const fields = parseInput(CreateGeneration.body, body.fields);
  requireKnownEnding(caller, fields.reference);
  const decision = configure({ ...fields, mask: body.mask ?? fields.mask_url });
  if (!decision.ok) throw unprocessable(decision.reason);
  const { configuration } = decision;
  return {
    claim: idempotencyClaimOf(event, caller, body),
    fields,
    file: body.file,
    mask: body.mask,
    configuration,
  };
}

function requireOneSource({ fields, file }: Body): void {
  if (Object.hasOwn(fields, "file"))
    throw badRequest("Send file as a part with a file name, in a multipart/form-data body.");
  const given = ["source_url", "source_asset_id", "upload_id"].filter(
    (name) => (fields[name] ?? null) !== null,
  );
  if (file) given.unshift("file");
  if (given.length !== 1)
    throw badRequest(
      `Send exactly one of file, source_url, source_asset_id and upload_id: the request has ${given.join(" and ") || "none"}.`,
    );
}

/** What can be known of a mask's bytes without decoding them is refused at once. */
function requireOneMask({ fields, mask }: Body): void {
  if (Object.hasOwn(fields, "mask"))
    throw badRequest(
      "Send mask as a part with a file name, in a multipart/form-data body, or its URL as mask_url.",
    );
  if (mask && (fields.mask_url ?? null) !== null) throw badRequest("Send mask or mask_url, not both.");
  if (mask && !formatOf(mask))
    throw unprocessable(`mask is not a JPEG, PNG or WebP picture: ${otherFormatOf(mask.subarray(0, 256))}`);
}

function requireFit(asset: SourceAsset | null, captureType: CaptureType): void {
  if (!asset) throw unprocessable("source_asset_id is not the id of a source asset of this organization.");
  const dimensions = checkCaptureDimensions(captureType, asset);
  if (!dimensions.ok) throw unprocessable(`source_asset_id does not fit capture_type: ${dimensions.reason}`);
}
