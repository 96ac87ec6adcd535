import type { History } from "../world/history.ts";
import type { Item, Records } from "./records.ts";

/** Nothing is left of an organization that was erased, in the table or the bucket, and its keys are refused. */
export function* checkErasures(
  { partners, objects, requests }: History,
  { items }: Records,
): Generator<string> {
  for (const { organizationId, isLeaving, erasedAt } of partners) {
    if (!isLeaving) continue;
    if (erasedAt === null) {
      yield `${organizationId} was to be erased and never is`;
      continue;
    }
    for (const item of items)
      if (isOf(item, organizationId)) yield `${item.pk} ${item.sk} outlives its organization`;
    for (const key of objects.keys())
      if (key.split("/")[1] === organizationId) yield `The object ${key} outlives its organization`;
    for (const { organizationId: caller, sent, reply, operationId } of requests.exchanges)
      if (
        caller === organizationId &&
        sent > erasedAt &&
        reply &&
        reply.status < 500 &&
        ![401, 429].includes(reply.status)
      )
        yield `${operationId} of the erased ${organizationId} answers ${reply.status}`;
  }
}

const isOf = ({ pk, sk, organization_id }: Item, organizationId: string): boolean =>
  organization_id === organizationId || sk === organizationId || pk.split("#").includes(organizationId);
