import { once } from "node:events";
import { createServer } from "node:http";
import { newOrganization } from "service/lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "service/lambdas/runtime/random.ts";
import * as v from "valibot";

/** The first event's time; each is a millisecond after the one before. */
export const firstEventAt = Date.UTC(2026, 0, 1);
export const amountMicroUsd = 333_333;
/** One event in this many has an amount. */
export const pricedEvery = 3;

/** A value in DynamoDB's JSON. */
const attribute = (value: unknown): object => {
  if (value === null) return { NULL: true };
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(attribute) };
  return { M: attributes({ ...value }) };
};
const attributes = (item: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attribute(value)]));

const organization = attributes({ ...newOrganization("Bench", null, new Date(firstEventAt), systemRandom) });

const eventItem = (number: number) => {
  const event_id = `use_${number}`;
  const occurred_at = new Date(firstEventAt + number).toISOString();
  return attributes({
    pk: "LEDGER",
    sk: `${occurred_at}#${event_id}`,
    event_id,
    occurred_at,
    job_id: `job_${number}`,
    source_asset_id: "src_01M7XYZVP5KZFN5YPX1GC66GEA",
    workflow: "staging",
    capture_type: "photo",
    mode: "refurnish",
    room_types: ["Living Room", "Kitchen"],
    style_preset: "modern",
    usage_type: "generation",
    config_fingerprint: `cfg_${"0".repeat(64)}`,
    billable: true,
    unit_price_micro_usd: amountMicroUsd,
    amount_micro_usd: number % pricedEvery === 0 ? amountMicroUsd : 0,
  });
};

const Query = v.object({
  ExpressionAttributeValues: v.object({ ":pk": v.object({ S: v.string() }) }),
  Limit: v.number(),
  ExclusiveStartKey: v.optional(v.object({ sk: v.object({ S: v.string() }) })),
});

/**
 * Answers like DynamoDB for organizations with a ledger of `events` events each, which are made as they are read.
 */
export async function startLedgerEngine(organizations: number, events: number) {
  const list = Array.from({ length: organizations }, (_, number) =>
    attributes({ pk: "ORGS", sk: `org_${number}` }),
  );
  const page = (body: string) => {
    const { Limit, ExclusiveStartKey, ExpressionAttributeValues } = v.parse(Query, JSON.parse(body));
    if (ExpressionAttributeValues[":pk"].S === "ORGS") return { Items: list, Count: list.length };
    const [last] = ExclusiveStartKey?.sk.S.split("#") ?? [];
    const first = last === undefined ? 0 : Date.parse(last) - firstEventAt + 1;
    const Items = Array.from({ length: Math.min(Limit, events - first) }, (_, index) =>
      eventItem(first + index),
    );
    const { pk, sk } = Items.at(-1) ?? {};
    return { Items, Count: Items.length, ...(first + Limit < events && { LastEvaluatedKey: { pk, sk } }) };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isQuery = request.headers["x-amz-target"] === "DynamoDB_20120810.Query";
    const answer = isQuery ? page(Buffer.concat(chunks).toString()) : { Item: organization };
    response.setHeader("content-type", "application/x-amz-json-1.0").end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
