import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type TableWarmThroughputDescription,
} from "@aws-sdk/client-dynamodb";

/** What protects the data of a table; null if the engine does not say. */
export type TableSettings = {
  status: string;
  items: number;
  /** Reads and writes a second that it takes at once. */
  warm: { reads: number; writes: number } | null;
  deletionProtection: boolean;
  pointInTimeRecovery: boolean | null;
  timeToLive: boolean | null;
};

/** Reads the settings of a table, which a restored table does not have. Throws if there is no such table. */
export async function describeTable(TableName: string): Promise<TableSettings> {
  const client = new DynamoDBClient();
  const [{ Table }, backups, ttl] = await Promise.all([
    client.send(new DescribeTableCommand({ TableName })),
    client.send(new DescribeContinuousBackupsCommand({ TableName })).catch(() => null),
    client.send(new DescribeTimeToLiveCommand({ TableName })).catch(() => null),
  ]);
  const recovery = backups?.ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
  return {
    status: Table?.TableStatus ?? "unknown",
    items: Table?.ItemCount ?? 0,
    warm: warmOf(Table?.WarmThroughput),
    deletionProtection: Table?.DeletionProtectionEnabled ?? false,
    pointInTimeRecovery: backups && recovery?.PointInTimeRecoveryStatus === "ENABLED",
    timeToLive: ttl && ttl.TimeToLiveDescription?.TimeToLiveStatus === "ENABLED",
  };
}

const warmOf = (throughput: TableWarmThroughputDescription | undefined) =>
  throughput?.ReadUnitsPerSecond === undefined || throughput.WriteUnitsPerSecond === undefined
    ? null
    : { reads: throughput.ReadUnitsPerSecond, writes: throughput.WriteUnitsPerSecond };
