import { badRequest, notFound, unprocessable } from "../../../domain/errors.ts";
import { type Configuration, type Overrides, reconfigure } from "../../../domain/generation/configuration.ts";
import { configurationOf, type Generation } from "../../../domain/generation/generation.ts";
import { startGeneration } from "../../../orchestration/executions.ts";
import { findForRegenerate } from "../../../storage/generation/create.ts";
import { readOptionalJson } from "../../chain/body.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { jobIdOf } from "../../chain/path-parameters.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { RegenerateGeneration } from "../../contract/generations/regenerate.ts";
import { acceptGeneration, newJobId } from "../../creation/accept-generation.ts";
import { callerFieldsOf } from "../../creation/caller-fields.ts";
import { requireFreeSlot } from "../../creation/free-slot.ts";
import { idempotencyClaimOf, replay } from "../../creation/idempotency.ts";
import { requireKnownEnding } from "../../creation/sandbox-ending.ts";
import { unitToReserve } from "../../creation/unit-reservation.ts";

/** POST /api/v1/generations/{job_id}/regenerate */
export const handler = route(RegenerateGeneration, {
  readBody: readOptionalJson,
  parse: parseRegenerate,
  read: ({ input, now }) => findForRegenerate(input.claim, input.parentId, now),
  answer: async ({ accepted, inFlight, parent }, request) => {
    const { claim, overrides } = request.input;
    if (accepted) return replay(accepted, claim);
    if (!parent) throw notFound("generation");
    const configuration = configurationFor(parent, overrides);
    const { caller, now } = request;
    requireFreeSlot(caller, inFlight);
    return acceptGeneration(request, {
      job_id: newJobId(),
      parent_job_id: parent.job_id,
      source_asset_id: parent.source_asset_id,
      ...configuration,
      mask: maskOf(parent),
      include_alternates: parent.include_alternates,
      disclosure: overrides.disclosure ?? parent.disclosure,
      listing: parent.listing,
      ...callerFieldsOf(overrides, caller.keyId, parent),
      ingest: null,
      reservation: unitToReserve(caller.organization, now),
      start: startGeneration,
    });
  },
});

const overridable = Object.keys(RegenerateGeneration.body.entries);

function parseRegenerate({ event, caller, body }: ReceivedRequest) {
  const parentId = jobIdOf(event);
  const unsupported = Object.keys(body.fields).find((name) => !overridable.includes(name));
  if (unsupported !== undefined)
    throw badRequest(
      `${unsupported.slice(0, 80)} cannot be overridden. A regeneration takes ${overridable.join(", ")}.`,
    );
  const overrides = parseInput(RegenerateGeneration.body, body.fields);
  requireKnownEnding(caller, overrides.reference);
  return { parentId, overrides, claim: idempotencyClaimOf(event, caller, body) };
}

/** The parent's mask, which is already beside the source. */
function maskOf({ mask }: Generation): Generation["mask"] {
  if (mask?.content_hash === null)
    throw unprocessable("The parent job has no usable mask: it is still being read, or could not be used.");
  return mask;
}

function configurationFor(parent: Generation, overrides: Overrides): Configuration {
  if (parent.source_asset_id === null)
    throw unprocessable(
      "The parent job has no source asset: its source is still being ingested, failed to be, or the job was cancelled before.",
    );
  const { mode, room_types, style_preset } = overrides;
  const decision = reconfigure(configurationOf(parent), { mode, room_types, style_preset });
  if (!decision.ok) throw unprocessable(decision.reason);
  return decision.configuration;
}
