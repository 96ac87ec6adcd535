import { Agent, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import type { WireAnswer, WireRequest } from "../simulation/activity.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let engine: URL | null = null;

/** The engine behind the table, from now on. */
export const setEngine = (url: string): void => {
  engine = new URL(url);
};

/** Passes one request to the table's engine. */
export function forward({ method, path, headers, body }: WireRequest): Promise<WireAnswer> {
  if (!engine) throw new Error("The table has not started.");
  const { hostname, port } = engine;
  return new Promise((resolve, reject) => {
    const outgoing = send({ agent, hostname, port, method, path, headers }, (response) => {
      buffer(response).then(
        (answer) =>
          resolve({ status: response.statusCode ?? 0, headers: typeOf(response.headers), body: answer }),
        reject,
      );
    });
    outgoing.on("error", reject).end(body);
  });
}

const typeOf = (headers: NodeJS.Dict<string | string[]>) => ({
  "content-type": String(headers["content-type"] ?? "application/x-amz-json-1.0"),
});

/** Sends one operation of DynamoDB as the simulation itself. */
export async function ask(operation: string, input: object): Promise<ReturnType<JSON["parse"]>> {
  const { status, body } = await forward({
    method: "POST",
    path: "/",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDB_20120810.${operation}`,
      "x-amz-date": "20300101T000000Z",
      authorization:
        "AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
    },
    body: Buffer.from(JSON.stringify(input)),
  });
  if (status !== 200) throw new Error(`${operation}: ${body}`);
  return JSON.parse(body.toString());
}

/** Makes the table again, empty: what a history leaves is not there for the next. */
export async function emptyTable(TableName: string): Promise<void> {
  const { Table } = await ask("DescribeTable", { TableName });
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = Table;
  const indexes = GlobalSecondaryIndexes.map(
    ({ IndexName, KeySchema, Projection }: Record<string, unknown>) => ({
      IndexName,
      KeySchema,
      Projection,
    }),
  );
  await ask("DeleteTable", { TableName });
  await ask("CreateTable", {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions,
    KeySchema,
    GlobalSecondaryIndexes: indexes,
  });
}
