import { changePlan } from "../../../lambdas/storage/billing/plans.ts";
import {
  findOrganization,
  saveApiKey,
  updateOrganization,
} from "../../../lambdas/storage/organization/organizations.ts";
import { type ActivityWorld, start } from "../simulation/activity.ts";
import type { Action } from "./actions.ts";
import { addUnseededKey, type Partner, planFor } from "./partners.ts";

/** What the service's operator changes while partners call. */
export function operator(world: ActivityWorld) {
  /** A command calls the table as a function does, and fails as one does: then the operator runs it again. */
  async function asOperator(change: () => Promise<unknown>): Promise<void> {
    for (;;) {
      const hasWorked = await start({ name: "operator's command", skewMs: 0, world }, change).ended.then(
        () => true,
        () => false,
      );
      if (hasWorked) return;
      await world.schedule.sleep(30_000);
    }
  }

  return {
    changePlan: async (partner: Partner, { a, b }: Action): Promise<void> => {
      if (partner.isSandbox) return;
      await asOperator(async () => {
        const organization = await findOrganization(partner.organizationId);
        partner.planChanges++;
        if (organization) await changePlan(organization, planFor(a, b), new Date());
      });
    },
    changeCap: async (partner: Partner, { a }: Action): Promise<void> => {
      const cap = 1 + Math.floor(a * 5);
      partner.caps.push({ at: world.schedule.now(), cap });
      const limits = { ...partner.organization.limits, max_concurrent_jobs: cap };
      await asOperator(() => updateOrganization(partner.organizationId, { limits }));
    },
    changeKey: async (partner: Partner): Promise<void> => {
      const { apiKey: former } = partner;
      await asOperator(async () => {
        const { key, apiKey } = await addUnseededKey(partner.organization);
        await saveApiKey({ ...partner.key, revoked_at: new Date().toISOString() });
        partner.apiKeys.push(apiKey);
        Object.assign(partner, { key, apiKey });
      });
      partner.revoked.push({ apiKey: former, since: world.schedule.now() });
    },
  };
}
