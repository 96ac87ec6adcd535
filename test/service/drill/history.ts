import {
  type AttributeValue,
  BatchWriteItemCommand,
  DynamoDBClient,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import { request } from "undici";
import * as v from "valibot";

type Item = Record<string, AttributeValue>;

const Values = v.custom<Item>((value) => typeof value === "object" && value !== null);
const Description = v.object({
  StreamDescription: v.object({ Shards: v.array(v.object({ ShardId: v.string() })) }),
});
const Iterator = v.object({ ShardIterator: v.string() });
const Records = v.object({
  Records: v.array(
    v.object({
      dynamodb: v.object({
        ApproximateCreationDateTime: v.number(),
        Keys: Values,
        NewImage: v.optional(Values),
      }),
    }),
  ),
  NextShardIterator: v.nullish(v.string()),
});

/** Lets the engine keep each change of a table, with its second, from now on. Returns the stream's ARN. */
export async function keepHistory(TableName: string): Promise<string> {
  const { TableDescription } = await new DynamoDBClient().send(
    new UpdateTableCommand({
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
    }),
  );
  if (!TableDescription?.LatestStreamArn) throw new Error("The engine keeps no history.");
  return TableDescription.LatestStreamArn;
}

/** The engine looks for a signature and checks none, no SDK client of streams is installed, and fetch refuses some of the engine's ports. */
async function ask<const S extends v.GenericSchema>(
  schema: S,
  operation: string,
  input: object,
): Promise<v.InferOutput<S>> {
  const { statusCode, body } = await request(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? "", {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDBStreams_20120810.${operation}`,
      "x-amz-date": new Date().toISOString().replaceAll(/[-:]|[.]\d+/g, ""),
      authorization:
        "AWS4-HMAC-SHA256 Credential=drill/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
    },
    body: JSON.stringify(input),
  });
  if (statusCode !== 200) throw new Error(`${operation}: ${await body.text()}`);
  return v.parse(schema, await body.json());
}

/** The changes of a stream up to a second of the epoch and with it, in their order, a page at a time. */
async function* changesUntil(StreamArn: string, second: number) {
  const { StreamDescription } = await ask(Description, "DescribeStream", { StreamArn });
  for (const { ShardId } of StreamDescription.Shards) {
    const start = { StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" };
    let ShardIterator: string | null | undefined = (await ask(Iterator, "GetShardIterator", start))
      .ShardIterator;
    while (ShardIterator) {
      const page: v.InferOutput<typeof Records> = await ask(Records, "GetRecords", { ShardIterator });
      const changes = page.Records.map(({ dynamodb }) => dynamodb);
      yield changes.filter(({ ApproximateCreationDateTime: at }) => at <= second);
      if (changes.length === 0 || changes.some(({ ApproximateCreationDateTime: at }) => at > second)) break;
      ShardIterator = page.NextShardIterator;
    }
  }
}

const most = 25;

/**
 * Writes into a table what another was at the end of a second of the epoch, by its stream. A page holds each key's last change only,
 * so that no call names a key twice.
 */
export async function restoreToSecond(stream: string, second: number, TableName: string): Promise<void> {
  const client = new DynamoDBClient();
  for await (const changes of changesUntil(stream, second)) {
    const last = new Map(changes.map((change) => [JSON.stringify([change.Keys.pk, change.Keys.sk]), change]));
    const requests = Array.from(last.values(), ({ Keys, NewImage }) =>
      NewImage ? { PutRequest: { Item: NewImage } } : { DeleteRequest: { Key: Keys } },
    );
    for (let from = 0; from < requests.length; from += most)
      await client.send(
        new BatchWriteItemCommand({ RequestItems: { [TableName]: requests.slice(from, from + most) } }),
      );
  }
}
