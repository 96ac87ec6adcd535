import type { Generation } from "../../../lambdas/domain/generation/generation.ts";
import { findGeneration } from "../../../lambdas/storage/generation/generations.ts";
import { findIngest } from "../../../lambdas/storage/source-asset/ingests.ts";
import type { Partner } from "../../support/partner.ts";
import { untilEnd } from "../../support/until.ts";

// These read the table itself: no function is called, so that nothing disturbs what an interceptor counts.

export const endOfJob = ({ organizationId }: Partner, jobId: string): Promise<Generation> =>
  untilEnd(async () => {
    const job = await findGeneration(organizationId, jobId);
    return job?.completed_at ? job : null;
  });

export const endOfIngest = ({ organizationId }: Partner, ingestId: string) =>
  untilEnd(async () => {
    const ingest = await findIngest(organizationId, ingestId);
    return ingest?.completed_at ? ingest : null;
  });
