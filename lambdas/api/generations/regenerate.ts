import type { APIGatewayProxyEvent } from "aws-lambda";
import { badRequest, notFound, unprocessable } from "../../domain/errors.ts";
import { configurationOf, type Generation, newGeneration } from "../../domain/generation.ts";
import type { Configuration } from "../../domain/matrix.ts";
import { type Overrides, reconfigure } from "../../domain/overrides.ts";
import { parseInput } from "../../runtime/parse.ts";
import { findAccepted } from "../../storage/creates.ts";
import { findGeneration } from "../../storage/generations.ts";
import { acceptGeneration, newJobId, reservationFor } from "../accept-generation.ts";
import { apiHandler } from "../api-handler.ts";
import { bodyOf } from "../body.ts";
import { RegenerateBody } from "../contract.ts";
import { claimFor, replay } from "../idempotency.ts";
import { jobIdOf } from "../path.ts";

/** POST /api/v1/generations/{job_id}/regenerate */
export const handler = apiHandler({
  counter: "regenerate_generation",
  parse: (event, caller) => ({
    parentId: jobIdOf(event),
    claim: claimFor(event, caller),
    overrides: parseOverrides(event),
  }),
  read: async ({ input, now }) => {
    const { claim, parentId } = input;
    const [accepted, parent] = await Promise.all([
      findAccepted(claim, now),
      findGeneration(claim.organizationId, parentId),
    ]);
    return { accepted, parent };
  },
  answer: async ({ accepted, parent }, { caller, input, now, log }) => {
    const { claim, overrides } = input;
    if (!parent) throw notFound("generation");
    if (accepted) return replay(accepted, claim);
    const configuration = configurationFor(parent, overrides);
    const reservation = reservationFor(caller.organization, now);
    const job = newGeneration({
      organizationId: claim.organizationId,
      jobId: newJobId(),
      parentJobId: parent.job_id,
      ingestId: null,
      sourceAssetId: parent.source_asset_id,
      configuration,
      includeAlternates: parent.include_alternates,
      reference: overrides.reference ?? parent.reference,
      metadata: overrides.metadata ?? parent.metadata,
      webhookUrl: overrides.webhook?.url ?? parent.webhook_url,
      reservedPeriod: reservation?.periodStart ?? null,
      now,
    });
    return acceptGeneration({ caller, claim, job, ingest: null, reservation, now, log });
  },
});

const overridable = Object.keys(RegenerateBody.entries);

function parseOverrides(event: APIGatewayProxyEvent) {
  const { fields } = bodyOf(event);
  const unsupported = Object.keys(fields).filter((name) => !overridable.includes(name));
  if (unsupported.length > 0)
    throw badRequest(
      `${unsupported.join(", ")} cannot be overridden. A regeneration takes ${overridable.join(", ")}.`,
    );
  return parseInput(RegenerateBody, fields);
}

function configurationFor(parent: Generation, overrides: Overrides): Configuration {
  if (parent.source_asset_id === null)
    throw unprocessable(
      "The parent job has no source asset: its source is still being ingested, or failed to be.",
    );
  const { mode, room_types, style_preset } = overrides;
  const decision = reconfigure(configurationOf(parent), { mode, room_types, style_preset });
  if (!decision.ok) throw unprocessable(decision.reason);
  return decision.configuration;
}
