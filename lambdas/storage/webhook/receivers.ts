import {
  Endpoint,
  type EndpointAnswer,
  endpointAfter,
  healthyEndpoint,
} from "../../domain/webhook/receiver.ts";
import { keys } from "../keys.ts";
import { listUnder, readItem, tableName, transact } from "../table.ts";

/** The endpoint as known; one that was never noted is healthy. */
export const findEndpoint = async (organizationId: string, url: string): Promise<Endpoint> =>
  (await readItem(Endpoint, keys.endpoint(organizationId, url))) ?? healthyEndpoint(organizationId, url);

/**
 * Notes how an endpoint answered. Returns it where this very answer disabled it, else null: of many deliveries at
 * once, one disables it.
 */
export async function noteAnswer(
  known: Endpoint,
  answer: EndpointAnswer,
  now: Date,
): Promise<Endpoint | null> {
  let endpoint = known;
  for (;;) {
    const after = endpointAfter(endpoint, answer, now);
    if (after === null) return null;
    if (await save(after)) return after.disabled_at === null ? null : after;
    endpoint = await findEndpoint(endpoint.organization_id, endpoint.url);
  }
}

/** Enables an endpoint again with a clean slate; false where it was not disabled. */
export async function enableEndpoint(organizationId: string, url: string): Promise<boolean> {
  const endpoint = await findEndpoint(organizationId, url);
  if (endpoint.disabled_at === null) return false;
  return save(healthyEndpoint(organizationId, url, endpoint.revision + 1));
}

/** Every endpoint of an organization that has ever failed. */
export const listEndpoints = (organizationId: string): Promise<Endpoint[]> =>
  listUnder(Endpoint, { pk: keys.endpoint(organizationId, "").pk, sk: "ENDPOINT#" });

async function save(endpoint: Endpoint): Promise<boolean> {
  const Item = { ...keys.endpoint(endpoint.organization_id, endpoint.url), ...endpoint };
  const before = { ":before": endpoint.revision - 1 };
  const isFirst = endpoint.revision === 1 ? "attribute_not_exists(pk) OR " : "";
  const ConditionExpression = `${isFirst}revision = :before`;
  const outcome = await transact([
    { Put: { TableName: tableName(), Item, ConditionExpression, ExpressionAttributeValues: before } },
  ]);
  return outcome.committed;
}
