import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, expect, test } from "vitest";
import { describeTable } from "../../../lambdas/storage/table-settings.ts";
import { startTable } from "../../support/table.ts";

const database = await startTable();
afterAll(() => database.stop());

test("what protects a table is read from it", async () => {
  expect(await describeTable(database.name)).toMatchObject({
    status: "ACTIVE",
    items: 0,
    deletionProtection: false,
  });
  await expect(describeTable("no-such-table")).rejects.toThrow();
});

test.each<["ENABLED" | "DISABLED", boolean]>([
  ["ENABLED", true],
  ["DISABLED", false],
])("if point-in-time recovery and TTL are %s, it says %s", async (status, expected) => {
  const client = mockClient(DynamoDBClient);
  const WarmThroughput = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4000 };
  client
    .on(DescribeTableCommand, { TableName: "jobs" })
    .resolves({
      Table: { TableStatus: "ACTIVE", ItemCount: 7, DeletionProtectionEnabled: expected, WarmThroughput },
    })
    .on(DescribeContinuousBackupsCommand, { TableName: "jobs" })
    .resolves({
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: "ENABLED",
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: status },
      },
    })
    .on(DescribeTimeToLiveCommand, { TableName: "jobs" })
    .resolves({ TimeToLiveDescription: { TimeToLiveStatus: status } });
  expect(await describeTable("jobs")).toEqual({
    status: "ACTIVE",
    items: 7,
    warm: { reads: 12_000, writes: 4000 },
    deletionProtection: expected,
    pointInTimeRecovery: expected,
    timeToLive: expected,
  });
  client.restore();
});

test("what an engine does not say is null", async () => {
  const client = mockClient(DynamoDBClient);
  client.on(DescribeTableCommand).resolves({});
  client.on(DescribeContinuousBackupsCommand).rejects(new Error("unknown operation"));
  client.on(DescribeTimeToLiveCommand).rejects(new Error("unknown operation"));
  expect(await describeTable("jobs")).toEqual({
    status: "unknown",
    items: 0,
    warm: null,
    deletionProtection: false,
    pointInTimeRecovery: null,
    timeToLive: null,
  });
  client.on(DescribeContinuousBackupsCommand).resolves({});
  client.on(DescribeTimeToLiveCommand).resolves({});
  expect(await describeTable("jobs")).toMatchObject({ pointInTimeRecovery: false, timeToLive: false });
  client.restore();
});
