import type { Plan } from "../../../lambdas/domain/organization/organization.ts";
import type { Api } from "../api.ts";
import { proCapture } from "../requests.ts";

/** A partner on a plan with some pictures, which names its requests so that it can repeat them. */
export async function newBilledPartner(api: Api, plan: Plan | null, pictures = 1) {
  const partner = await api.newPartner({ plan });
  const assets = await Promise.all(Array.from({ length: pictures }, () => partner.addAsset()));
  return {
    ...partner,
    create: (picture: number, options: object, idempotencyKey: string) =>
      partner.send("createGeneration", {
        headers: { "Idempotency-Key": idempotencyKey },
        body: proCapture(assets[picture] ?? "", options),
      }),
    regenerate: (id: string, idempotencyKey: string) =>
      partner.send("regenerateGeneration", { id, headers: { "Idempotency-Key": idempotencyKey } }),
    summary: () => partner.sendOk("getUsageSummary"),
  };
}
export type BilledPartner = Awaited<ReturnType<typeof newBilledPartner>>;
