import { adjustment } from "../../../lambdas/domain/billing/adjustment.ts";
import type { Generation } from "../../../lambdas/domain/generation/generation.ts";
import { recordAdjustment } from "../../../lambdas/storage/billing/adjustments.ts";
import { changePlan } from "../../../lambdas/storage/billing/plans.ts";
import { setDisclosureRevoked } from "../../../lambdas/storage/generation/disclosures.ts";
import { findGeneration } from "../../../lambdas/storage/generation/generations.ts";
import { findApiKey, saveApiKey } from "../../../lambdas/storage/organization/api-keys.ts";
import { findOrganization, updateOrganization } from "../../../lambdas/storage/organization/organizations.ts";
import { type ActivityWorld, start } from "../simulation/activity.ts";
import type { Schedule } from "../simulation/schedule.ts";
import type { Action } from "./actions.ts";
import { addUnseededKey, type Partner, planFor } from "./partners.ts";
import { allFrom } from "./reading.ts";

/** Hours: what fails so often is no fault that passes. */
const mostTries = 500;

const hour = 3_600_000;

export type AsOperator = <T>(partner: Partner, change: () => Promise<T>) => Promise<T>;

/** What is found in one of a partner's jobs, from a drawn one on. If no job has ended yet, it is looked for again. */
const finderIn =
  (schedule: Schedule, asOperator: AsOperator) =>
  async <T>(partner: Partner, drawn: number, find: (job: Generation) => T | undefined) => {
    for (let hours = 0; hours < 6 && !partner.isLeaving; hours++) {
      const found = await asOperator(partner, async () => {
        for (const jobId of allFrom(partner.jobs, drawn)) {
          const job = await findGeneration(partner.organizationId, jobId);
          const inJob = job === null ? undefined : find(job);
          if (inJob !== undefined) return inJob;
        }
      });
      if (found !== undefined) return found;
      await schedule.sleep(hour);
    }
  };

const pageOf = ({ outputs }: Generation): string | undefined =>
  outputs.find(({ cached, disclosure_id }) => !cached && disclosure_id)?.disclosure_id;

/** What the service's operator changes while partners call. */
export function operator(world: ActivityWorld) {
  /** A command calls the table as a function does, and fails as one does: then the operator runs it again. */
  async function asOperator<T>(partner: Partner, change: () => Promise<T>): Promise<T> {
    partner.commands++;
    for (let tries = 0; tries < mostTries; tries++) {
      const command = start({ name: "operator's command", skewMs: 0, world }, change);
      const ended = await command.ended.then(
        (result) => ({ result }),
        () => null,
      );
      if (!ended) await world.schedule.sleep(30_000);
      else {
        partner.commands--;
        return ended.result;
      }
    }
    throw new Error(`A command has failed ${mostTries} times.`);
  }

  const findInJobs = finderIn(world.schedule, asOperator);
  return {
    asOperator,
    changePlan: async (partner: Partner, { a, b }: Action): Promise<void> => {
      if (partner.isSandbox) return;
      await asOperator(partner, async () => {
        const organization = await findOrganization(partner.organizationId);
        partner.planChanges++;
        if (organization) await changePlan(organization, planFor(a, b), new Date());
      });
    },
    changeCap: async (partner: Partner, { a }: Action): Promise<void> => {
      const cap = 1 + Math.floor(a * 5);
      partner.caps.push({ at: world.schedule.now(), cap });
      const limits = { ...partner.organization.limits, max_concurrent_jobs: cap };
      await asOperator(partner, () => updateOrganization(partner.organizationId, { limits }));
    },
    /** Credits a part of what a job may have cost. */
    adjust: async (partner: Partner, { id, b, c }: Action): Promise<void> => {
      const job = await findInJobs(partner, c, (one) => (one.status === "succeeded" ? one : undefined));
      if (job === undefined || partner.isLeaving) return;
      const occurredAt = new Date(world.schedule.now());
      const request = { amountMicroUsd: -Math.ceil(b * 9) * 1000, reference: `ticket ${id}`, reason: null };
      await asOperator(partner, async () => {
        const organization = await findOrganization(partner.organizationId);
        if (!organization) return;
        const wanted = adjustment(job, { ...request, periodStart: null, occurredAt });
        const known = partner.adjustments.some(({ reference }) => reference === request.reference);
        if (!known)
          partner.adjustments.push({
            jobId: job.job_id,
            reference: request.reference,
            amount: request.amountMicroUsd,
          });
        await recordAdjustment(organization, wanted);
      });
    },
    /** Revokes the page of an output, of any job that has one; publishes some again an hour later. */
    revoke: async (partner: Partner, { a, c }: Action): Promise<void> => {
      const id = await findInJobs(partner, c, pageOf);
      if (id === undefined || partner.isLeaving || partner.pages.some((page) => page.disclosureId === id))
        return;
      const page = { disclosureId: id, isRevoked: true };
      partner.pages.push(page);
      await asOperator(partner, () => setDisclosureRevoked(id, new Date()));
      if (a < 0.5) return;
      await world.schedule.sleep(hour);
      if (partner.isLeaving) return;
      await asOperator(partner, () => setDisclosureRevoked(id, null));
      page.isRevoked = false;
    },
    changeKey: async (partner: Partner): Promise<void> => {
      const { apiKey: former } = partner;
      await asOperator(partner, async () => {
        const { key, apiKey } = await addUnseededKey(partner.organization);
        const current = await findApiKey(partner.key.public_key_id);
        if (current) await saveApiKey({ ...current, revoked_at: new Date().toISOString() });
        partner.apiKeys.push(apiKey);
        Object.assign(partner, { key, apiKey });
      });
      partner.revoked.push({ apiKey: former, since: world.schedule.now() });
    },
  };
}
