import type { Plan } from "../../../lambdas/domain/organization/organization.ts";
import { newPartner } from "../../support/partner.ts";

type BillingEvent = {
  event_id: string;
  occurred_at: string;
  job_id: string;
  usage_type: string;
  amount_usd: number;
};

/** An organization on a plan, with some pictures, that calls the API's handlers. */
export async function partnerOn(plan: Plan | null, pictures = 1) {
  const partner = await newPartner({ plan });
  const assets = await Promise.all(Array.from({ length: pictures }, () => partner.addAsset()));
  const page = (query: Record<string, string>) => partner.send("listBillingEvents", { query });
  return {
    ...partner,
    create: (picture: number, options: object, idempotencyKey: string) =>
      partner.send("createGeneration", {
        headers: { "Idempotency-Key": idempotencyKey },
        body: {
          workflow: "pro_capture",
          capture_type: "photo",
          source_asset_id: assets[picture],
          ...options,
        },
      }),
    regenerate: (id: string, idempotencyKey: string) =>
      partner.send("regenerateGeneration", { id, headers: { "Idempotency-Key": idempotencyKey } }),
    summary: async () => (await partner.send("getUsageSummary")).body,
    page,
    /** The whole ledger by pages of `limit`, newest first. */
    readEvents: async (limit: number) => {
      const events: BillingEvent[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await page({ limit: String(limit), ...(cursor && { cursor }) });
        events.push(...body.items);
        cursor = body.next_cursor;
      } while (cursor !== null);
      return events;
    },
  };
}
export type Partner = Awaited<ReturnType<typeof partnerOn>>;
