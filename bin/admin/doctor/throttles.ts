import { env } from "../../../lambdas/runtime/env.ts";
import { openIndex } from "../../../lambdas/storage/keys.ts";
import { callAws } from "../service/aws.ts";
import { ok, warning } from "./finding.ts";

/** What of the last hour an alarm rings for: ten throttles in two of its periods, and 300 conflicts in three. */
const alarming = { throttles: 20, conflicts: 900 };

const hour = 3600;

/** How often the table, or its index, refused something in the last hour, by CloudWatch's name of it. */
async function refusals(MetricName: string, index?: string): Promise<number> {
  const now = Date.now();
  const answer = await callAws("monitoring", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      Action: "GetMetricStatistics",
      Version: "2010-08-01",
      Namespace: "AWS/DynamoDB",
      MetricName,
      "Dimensions.member.1.Name": "TableName",
      "Dimensions.member.1.Value": env("TABLE_NAME"),
      ...(index && {
        "Dimensions.member.2.Name": "GlobalSecondaryIndexName",
        "Dimensions.member.2.Value": index,
      }),
      StartTime: new Date(now - hour * 1000).toISOString(),
      EndTime: new Date(now).toISOString(),
      Period: String(hour),
      "Statistics.member.1": "Sum",
    }).toString(),
  });
  return Array.from(answer.matchAll(/<Sum>([^<]*)</g), ([, sum]) => Number(sum)).reduce((a, b) => a + b, 0);
}

/** Whether the table was throttled, or its transactions met on an item, in the last hour. */
export async function tableThrottles() {
  const [reads, writes, indexReads, indexWrites, conflicts] = await Promise.all([
    refusals("ReadThrottleEvents"),
    refusals("WriteThrottleEvents"),
    refusals("ReadThrottleEvents", openIndex.name),
    refusals("WriteThrottleEvents", openIndex.name),
    refusals("TransactionConflict"),
  ]);
  const found =
    `in an hour ${reads} reads and ${writes} writes of the table, ${indexReads} and ${indexWrites} of its index, ` +
    `${conflicts} conflicts`;
  const isThrottled = reads + writes + indexReads + indexWrites >= alarming.throttles;
  if (!isThrottled && conflicts < alarming.conflicts) return ok(found);
  return warning(
    found,
    isThrottled
      ? "Warm the table (docs/runbooks.md, Throttles)."
      : "One organization writes its counters too often: lower its limits, or let it send more slowly.",
  );
}
