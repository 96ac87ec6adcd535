import {
  type AttributeValue,
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type { LocalService } from "@image-staging/laptop/describe-service";

type Item = Record<string, AttributeValue>;
const batchSize = 25;
const atOnce = 4;

/**
 * Copies items of the table as the service has written them, under other ids, so that it looks as if there had been more
 * jobs or organizations. What it does itself is not counted: it calls the engine, not the counting table.
 */
export function copierOf({ endpoints, environment, tableName = "" }: LocalService) {
  const credentials = {
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? "",
  };
  const client = new DynamoDBClient({
    endpoint: endpoints.dynamodb,
    region: environment.AWS_REGION ?? "",
    credentials,
  });

  /** Every item in which a text is. */
  const itemsWith = async (text: string): Promise<Item[]> => {
    const found: Item[] = [];
    for await (const { Items = [] } of paginateScan(
      { client },
      { TableName: tableName, ConsistentRead: true },
    ))
      found.push(...Items.filter((item) => JSON.stringify(item).includes(text)));
    return found;
  };
  const write = async (items: Item[]) => {
    const batches = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, batch) =>
      items.slice(batch * batchSize, (batch + 1) * batchSize),
    );
    const next = async (): Promise<void> => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) {
        const RequestItems = { [tableName]: batch.map((Item) => ({ PutRequest: { Item } })) };
        await client.send(new BatchWriteItemCommand({ RequestItems }));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
  };
  return {
    itemsWith,
    /** Writes copies number `from` to `to` of some items, in which the id is another. */
    copy: (items: Item[], id: string, [from, to]: [number, number]) =>
      write(
        Array.from({ length: to - from }, (_, index) =>
          items.map((item) => copyOf(item, id, from + index)),
        ).flat(),
      ),
    /** Adds a number to an attribute of an item. */
    add: (key: Item, name: string, count: number) =>
      client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: key,
          UpdateExpression: "ADD #name :count",
          ExpressionAttributeNames: { "#name": name },
          ExpressionAttributeValues: { ":count": { N: String(count) } },
        }),
      ),
    /** Writes an item with other attributes. */
    change: async (item: Item, attributes: Item) => write([{ ...item, ...attributes }]),
    stop: () => client.destroy(),
  };
}
export type Copier = ReturnType<typeof copierOf>;

/** An item with another id. If its key does not have the id, it sorts behind the original. */
function copyOf(item: Item, id: string, number: number): Item {
  const other = `${id.slice(0, -7)}C${String(number).padStart(6, "0")}`;
  const copied: Item = JSON.parse(JSON.stringify(item).replaceAll(id, other));
  const sameKey = copied.pk?.S === item.pk?.S && copied.sk?.S === item.sk?.S;
  return sameKey ? { ...copied, sk: { S: `${item.sk?.S}#${number}` } } : copied;
}
