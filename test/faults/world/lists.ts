import type { OperationId } from "../../../lambdas/api/contract/operations.ts";
import type { Partner } from "./partners.ts";
import type { Requests } from "./requests.ts";

/** What a list holds, page by page; null if a page of it was not answered. */
type Read = string[] | null;
export type Lists = Record<"jobs" | "events" | "deliveries" | "keys", Read> & { organizationId: string };
type Listed = Record<string, string | null>;

/** Reads the lists of each partner that is left to their ends, when all is over. */
export const readLists = (partners: Partner[], requests: Requests): Promise<Lists[]> =>
  Promise.all(
    partners
      .filter(({ isLeaving }) => !isLeaving)
      .map(async (partner) => {
        const read = async (operationId: OperationId, nameOf: (item: Listed) => string): Promise<Read> => {
          const names: string[] = [];
          for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
            const query = { limit: "2", ...(cursor && { cursor }) };
            const page = await requests.send(partner, operationId, { query });
            if (page?.status !== 200) return null;
            names.push(...page.body.items.map(nameOf));
            cursor = page.body.next_cursor ?? null;
          }
          return names;
        };
        return {
          organizationId: partner.organizationId,
          jobs: await read("listGenerations", ({ job_id }) => String(job_id)),
          events: await read("listBillingEvents", ({ event_id }) => String(event_id)),
          deliveries: await read("listWebhookDeliveries", ({ webhook_id }) => String(webhook_id)),
          keys: await read("listKeys", ({ key_id, revoked_at }) => `${key_id} revoked ${revoked_at}`),
        };
      }),
  );
