import { createServer, type IncomingMessage } from "node:http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SignatureV4 } from "@smithy/signature-v4";
import * as v from "valibot";

export type TableUsage = { calls: number; readUnits: number; writeUnits: number };

const Units = v.object({ CapacityUnits: v.number() });
const Capacity = v.object({
  ...Units.entries,
  GlobalSecondaryIndexes: v.optional(v.record(v.string(), Units), {}),
});
const Answer = v.object({ ConsumedCapacity: v.optional(v.union([Capacity, v.array(Capacity)])) });
const Question = v.record(v.string(), v.unknown());

/**
 * A proxy in front of the table's engine that adds up the capacity units of each call, as the engine reports them.
 * The functions call `url`; `forward` sets the engine, and the variables with the keys for it.
 */
export async function countingTable() {
  const counted: TableUsage = { calls: 0, readUnits: 0, writeUnits: 0 };
  const writes = new Map<string, number>();
  let indexWriteUnits = 0;
  let engine = { url: "", environment: {} as Record<string, string> };
  const server = createServer(async (request, response) => {
    const target = String(request.headers["x-amz-target"]);
    const question = v.parse(Question, JSON.parse(await textOf(request)));
    const answer = await ask(engine, target, { ...question, ReturnConsumedCapacity: "INDEXES" });
    const body = await answer.text();
    const { units, ofIndexes } = unitsOf(body);
    counted.calls++;
    if (answer.ok) countWrites(target, question, writes);
    if (isRead(target)) counted.readUnits += units;
    else {
      counted.writeUnits += units;
      indexWriteUnits += ofIndexes;
    }
    response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The counting table has no address.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    forward: (url: string, environment: Record<string, string>) => {
      engine = { url, environment };
    },
    counted: (): TableUsage => ({ ...counted }),
    /** Writes that were made, by the first part of the item's sort key. One in a transaction counts as two. */
    writesByItem: () => new Map(writes),
    /** Write units that went to indexes; the counted ones include them. */
    indexWriteUnits: () => indexWriteUnits,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The SDK's SHA-256 in the form that its signer needs. No direct dependency exports it. */
const { sha256 } = new DynamoDBClient({ region: "local" }).config;

/** Asks the engine with a signature: the question is another than the function signed. */
async function ask(
  { url, environment }: { url: string; environment: Record<string, string> },
  target: string,
  question: object,
): Promise<Response> {
  const { AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "", AWS_REGION = "" } = environment;
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const { host, hostname, protocol } = new URL(url);
  const body = JSON.stringify(question);
  const signed = await new SignatureV4({ service: "dynamodb", region: AWS_REGION, credentials, sha256 }).sign(
    {
      ...{ method: "POST", path: "/", protocol, hostname, body },
      headers: { host, "content-type": "application/x-amz-json-1.0", "x-amz-target": target },
    },
  );
  const { host: _, ...headers } = signed.headers;
  return fetch(url, { method: "POST", headers, body });
}

const AnyKey = v.object({ sk: v.object({ S: v.string() }) });
const Written = v.object({ Item: v.optional(AnyKey), Key: v.optional(AnyKey) });
const Transaction = v.object({ TransactItems: v.array(v.record(v.string(), Written)) });
const isWrite = /\.(PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/;

/** Adds the items that a call has written. A transaction writes each of its items twice: it prepares, then commits. */
function countWrites(target: string, question: unknown, writes: Map<string, number>): void {
  if (!isWrite.test(target)) return;
  const transaction = v.safeParse(Transaction, question);
  const written = transaction.success
    ? transaction.output.TransactItems.flatMap((item) => Object.values(item))
    : [v.parse(Written, question)];
  for (const { Item, Key } of written) {
    const kind = (Item ?? Key)?.sk.S.split("#")[0] ?? "";
    writes.set(kind, (writes.get(kind) ?? 0) + (transaction.success ? 2 : 1));
  }
}

const isRead = (target: string) => /\.(GetItem|BatchGetItem|TransactGetItems|Query|Scan)$/.test(target);

function unitsOf(body: string): { units: number; ofIndexes: number } {
  const { ConsumedCapacity = [] } = v.parse(Answer, JSON.parse(body));
  const capacities = [ConsumedCapacity].flat();
  const sum = (units: { CapacityUnits: number }[]) =>
    units.reduce((total, { CapacityUnits }) => total + CapacityUnits, 0);
  const ofIndexes = capacities.flatMap(({ GlobalSecondaryIndexes }) => Object.values(GlobalSecondaryIndexes));
  return { units: sum(capacities), ofIndexes: sum(ofIndexes) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
