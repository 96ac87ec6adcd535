import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, expect, test } from "vitest";
import { installedIn } from "../src/installation.ts";
import { startLocalCloud } from "../src/start.ts";
import { eventually, sdkOf } from "./support/assembly.ts";
import { synthesizeNotes } from "./tiny-app.ts";

// Where Node finds the SDK for the functions, as on AWS.
const folder = mkdtempSync(join(installedIn, "node_modules/notes-"));
const cloud = await startLocalCloud({
  port: 0,
  dataDir: join(folder, "data"),
  assembly: synthesizeNotes(folder),
});
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

test("an app with a route, functions, a table, a queue and a state machine runs", async () => {
  const answer = await fetch(`${cloud.baseUrl}/notes/first`, { method: "PUT", body: "one two three" });
  expect([answer.status, await answer.json()]).toEqual([201, { id: "first" }]);
  expect((await fetch(`${cloud.baseUrl}/notes`)).status).toBe(403);

  const table = new DynamoDBClient(sdkOf(cloud, "DYNAMODB"));
  const read = new GetItemCommand({ TableName: cloud.output("TableName"), Key: { id: { S: "first" } } });
  const item = await eventually(async () => {
    const { Item } = await table.send(read);
    return Item?.words && Item;
  }, 25);
  expect(item).toEqual({ id: { S: "first" }, text: { S: "one two three" }, words: { N: "3" } });

  const queue = new SQSClient(sdkOf(cloud, "SQS"));
  const receive = new ReceiveMessageCommand({ QueueUrl: cloud.output("QueueUrl") });
  const message = await eventually(async () => (await queue.send(receive)).Messages?.[0]);
  expect(JSON.parse(message.Body ?? "")).toEqual({ id: "first", words: 3 });
});
