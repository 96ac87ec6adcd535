import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { saveApiKey } from "../../../../../lambdas/storage/organization/api-keys.ts";
import { table, tableName } from "../../../../../lambdas/storage/table.ts";
import { startApi } from "../../../../support/api.ts";
import { addKey } from "../../../../support/partner.ts";

const api = await startApi();
afterAll(() => api.stop());
afterEach(() => {
  vi.useRealTimers();
});

type Listed = { key_id: string };
const idsOf = ({ items }: { items: Listed[] }) => items.map(({ key_id }) => key_id);

// @contract added.41
test("the list of keys has every key of the organization, oldest first, without a secret", async () => {
  const partner = await api.newPartner();
  await api.newPartner();
  const { key } = await addKey(partner.organization, {}, "billing");
  expect(await partner.sendOk("listKeys")).toEqual({
    items: [
      {
        key_id: partner.key.public_key_id,
        name: null,
        scope: "full",
        created_at: partner.key.created_at,
        last_used_at: expect.any(String),
        expires_at: null,
        revoked_at: null,
      },
      expect.objectContaining({ key_id: key.public_key_id, scope: "billing", last_used_at: null }),
    ],
    next_cursor: null,
  });
});

// @contract added.53
test("the list comes in pages of limit, or whole up to 200, each in two reads", async () => {
  const partner = await api.newPartner();
  const ids = [partner.key.public_key_id];
  for (let keys = 1; keys < 60; keys++) ids.push((await addKey(partner.organization)).key.public_key_id);
  // Keys of one millisecond have no older one: their ids' random parts order them.
  ids.sort();
  const reads = vi.spyOn(table, "send");
  expect(idsOf(await partner.sendOk("listKeys"))).toEqual(ids);
  const commands = reads.mock.calls.map(([command]) => command.constructor.name);
  reads.mockRestore();
  expect(commands.filter((name) => /Query|Batch/.test(name))).toEqual(["QueryCommand", "BatchGetCommand"]);
  const listed: string[] = [];
  for (let cursor: string | null = "", pages = 0; cursor !== null; pages++) {
    const query = { limit: "20", ...(cursor && { cursor }) };
    const page = await partner.sendOk("listKeys", { query });
    listed.push(...idsOf(page));
    cursor = page.next_cursor;
    if (cursor === null) expect(pages).toBe(2);
  }
  expect(listed).toEqual(ids);
});

// @contract added.53
test("a key is gone 90 days after it was revoked or has expired, and its items may be deleted", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const start = Date.now();
  const after = (days: number) => new Date(start + days * 24 * 3600 * 1000);
  const partner = await api.newPartner();
  const { key: revoked, apiKey } = await addKey(partner.organization);
  const { key: expiring } = await addKey(partner.organization);
  await saveApiKey({ ...expiring, valid_until: after(1).toISOString() });
  const headers = { Authorization: `Bearer ${apiKey}` };
  await partner.sendOk("getUsageSummary", { headers });
  await partner.sendOk("revokeKey", { id: revoked.public_key_id });
  const { Items = [] } = await table.send(new ScanCommand({ TableName: tableName(), ConsistentRead: true }));
  const expiryOf = ({ public_key_id }: { public_key_id: string }) =>
    Items.filter(({ pk, sk }) => [pk, sk].some((part) => part.endsWith(`KEY#${public_key_id}`))).map(
      ({ expires_at }) => expires_at,
    );
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
  expect(expiryOf(revoked)).toEqual([seconds(after(90)), seconds(after(90)), seconds(after(90))]);
  expect(expiryOf(expiring)).toEqual([seconds(after(91)), seconds(after(91)), seconds(after(91))]);
  expect(expiryOf(partner.key)).toEqual([undefined, undefined, undefined]);
  for (const [days, kept] of [
    [89.9, 3],
    [90.1, 2],
    [91.1, 1],
  ] as const) {
    vi.setSystemTime(after(days));
    expect((await partner.sendOk("listKeys")).items).toHaveLength(kept);
  }
});
