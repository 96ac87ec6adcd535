import { deliverAgain, redeliverableSince } from "../../../bin/admin/webhook/redelivery.ts";
import { findOrganization } from "../../../lambdas/storage/organization/organizations.ts";
import type { ActivityWorld } from "../simulation/activity.ts";
import { operator } from "./operating.ts";
import type { Partner } from "./partners.ts";

/** Has delivered again what was given up or never sent since a time, as an operator does after an outage. */
export async function redeliverUndelivered(
  world: ActivityWorld,
  partners: Partner[],
  since: number,
): Promise<void> {
  const { asOperator } = operator(world);
  await world.schedule.sleep(10 * 60_000);
  for (const partner of partners)
    await asOperator(partner, async () => {
      const organization = await findOrganization(partner.organizationId);
      if (!organization) return;
      for (const announced of await redeliverableSince(organization, new Date(since), true))
        await deliverAgain(announced);
    });
}
