import type { OperationId } from "../../../lambdas/api/contract/operations.ts";
import type { Partner } from "./partners.ts";
import type { Requests } from "./requests.ts";

/** What the lists of an organization hold, page by page; null of one that was not answered to its end. */
export type Lists = { organizationId: string; jobs: string[] | null; events: string[] | null };

/** Reads the lists of each partner to their ends, when all is over. */
export const readLists = (partners: Partner[], requests: Requests): Promise<Lists[]> =>
  Promise.all(
    partners.map(async (partner) => {
      const read = async (operationId: OperationId, name: string): Promise<string[] | null> => {
        const ids: string[] = [];
        for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
          const query = { limit: "2", ...(cursor && { cursor }) };
          const page = await requests.send(partner, operationId, { query });
          if (page?.status !== 200) return null;
          ids.push(...page.body.items.map((item: Record<string, string>) => item[name]));
          cursor = page.body.next_cursor;
        }
        return ids;
      };
      const jobs = await read("listGenerations", "job_id");
      return {
        organizationId: partner.organizationId,
        jobs,
        events: await read("listBillingEvents", "event_id"),
      };
    }),
  );
