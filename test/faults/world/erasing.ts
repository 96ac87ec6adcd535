import { countOpenWork, eraseItems, erasePictures } from "../../../lambdas/storage/organization/erasure.ts";
import { updateOrganization } from "../../../lambdas/storage/organization/organizations.ts";
import type { Schedule } from "../simulation/schedule.ts";
import type { AsOperator } from "./operating.ts";
import type { Partner } from "./partners.ts";

const minute = 60_000;

/** Erases an organization as docs/recovery.md has it: disables it, waits until it has no open work, and erases. */
export const eraser =
  (schedule: Schedule, asOperator: AsOperator) =>
  async (partner: Partner): Promise<void> => {
    const { organizationId } = partner;
    partner.isLeaving = true;
    while (partner.commands > 0) await schedule.sleep(minute);
    await asOperator(partner, () => updateOrganization(organizationId, { access_status: "disabled" }));
    do await schedule.sleep(2 * minute);
    while ((await asOperator(partner, () => countOpenWork(organizationId))) > 0);
    await asOperator(partner, async () => {
      await erasePictures(organizationId);
      await eraseItems(organizationId);
    });
    partner.erasedAt = schedule.now();
  };
