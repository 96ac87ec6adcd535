import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  ResourceInUseException,
} from "@aws-sdk/client-dynamodb";
import * as v from "valibot";
import { localCredentials } from "./endpoints.ts";
import { StartupError } from "./lifecycle.ts";
import type { Log } from "./log.ts";
import type { Stack } from "./template/stack.ts";

export type DynamoDb = { url: string; stop: () => Promise<void> };

/**
 * Starts dynoxide on a free port with its data in `file`, or uses `endpoint` if given. The engine ends with this
 * process, even if this process is killed.
 */
export async function startDynamoDb(file: string, endpoint: string | undefined, log: Log): Promise<DynamoDb> {
  if (endpoint) return { url: endpoint, stop: async () => {} };
  const binary = findBinary();
  const port = await freePort();
  const args = ["--host", "127.0.0.1", "--port", String(port), "--db-path", file];
  // The background shell waits for the end of its input. Only this process holds it open, so it closes when this
  // process ends, and the shell then kills the engine.
  const guard = 'exec 3<&0; { read -r _ <&3; kill $$; } & exec "$@" 3<&- </dev/null';
  const child = spawn("sh", ["-c", guard, "sh", binary, ...args], { stdio: "pipe", detached: true });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.stdout.on("data", log);
  child.stderr.on("data", log);
  child.stdin.on("error", () => {});
  const url = `http://127.0.0.1:${port}`;
  const failed = ended.then(() => {
    throw new StartupError(`The DynamoDB engine ended during its start: ${binary}`);
  });
  await Promise.race([answers(url), failed]);
  failed.catch(() => {});
  return {
    url,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

function findBinary(): string {
  const name = `${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${name}/package.json`);
    return join(manifest, "..", "dynoxide");
  } catch {
    const onPath = (process.env.PATH ?? "").split(delimiter).map((directory) => join(directory, "dynoxide"));
    const found = onPath.find((file) => existsSync(file));
    if (found) return found;
    throw new StartupError(
      `There is no DynamoDB engine for ${name}. Put dynoxide on the PATH, or set AWS_ENDPOINT_URL_DYNAMODB.`,
    );
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new StartupError("The DynamoDB engine did not start within 10 seconds.");
}

const KeySchema = v.array(v.object({ AttributeName: v.string(), KeyType: v.picklist(["HASH", "RANGE"]) }));
const TableProperties = v.object({
  AttributeDefinitions: v.array(
    v.object({ AttributeName: v.string(), AttributeType: v.picklist(["S", "N", "B"]) }),
  ),
  KeySchema,
  GlobalSecondaryIndexes: v.optional(
    v.array(
      v.object({
        IndexName: v.string(),
        KeySchema,
        Projection: v.object({
          ProjectionType: v.picklist(["ALL", "KEYS_ONLY", "INCLUDE"]),
          NonKeyAttributes: v.exactOptional(v.array(v.string())),
        }),
      }),
    ),
  ),
});

/** Creates the template's tables that do not exist yet. */
export async function createTables(stack: Stack, url: string): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: url,
    region: stack.place.region,
    credentials: localCredentials,
  });
  const tables = ["AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"].flatMap((type) =>
    stack.resources(type, TableProperties),
  );
  for (const { name, properties } of tables) {
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = properties;
    const input: CreateTableCommandInput = {
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions,
      KeySchema,
      ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }),
    };
    await client.send(new CreateTableCommand(input)).catch((error) => {
      if (!(error instanceof ResourceInUseException)) throw error;
    });
  }
  client.destroy();
}
