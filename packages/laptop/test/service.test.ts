import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { startDynamoDb } from "@image-staging/local-cloud/dynamodb/engine";
import { engineCredentials } from "@image-staging/local-cloud/endpoints";
import { StartupError } from "@image-staging/local-cloud/lifecycle";
import { silent } from "@image-staging/local-cloud/terminal";
import {
  discard,
  eventually,
  makeAssembly,
  restApi,
  sdkOf,
  stateMachine,
} from "@image-staging/local-cloud/test/assembly";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startLocalService } from "../src/service.ts";
import { newDirectory, startTestService } from "./support/service.ts";

const keySchema = (name: string) => [{ AttributeName: name, KeyType: "HASH" }];
const table = {
  Type: "AWS::DynamoDB::GlobalTable",
  Properties: {
    AttributeDefinitions: [
      { AttributeName: "pk", AttributeType: "S" },
      { AttributeName: "group", AttributeType: "S" },
    ],
    KeySchema: keySchema("pk"),
    GlobalSecondaryIndexes: [
      { IndexName: "by-group", KeySchema: keySchema("group"), Projection: { ProjectionType: "KEYS_ONLY" } },
    ],
  },
};
const marks = join(mkdtempSync(join(tmpdir(), "marks-")), "marks");
const assembly = makeAssembly(
  {
    Mark: {
      timeout: 30,
      code: `import { appendFileSync } from "node:fs";
        export const handler = async ({ mark, hang }) => {
          appendFileSync(process.env.MARKS, mark + "\\n");
          if (hang) await new Promise(() => setInterval(() => {}, 1000));
          return {};
        };`,
      variables: { MARKS: marks },
    },
    Hello: { code: `export const handler = async () => ({ statusCode: 200, body: "hello" });` },
  },
  {
    Table: table,
    ...restApi({ "GET /hello": "Hello" }),
    Machine: stateMachine(
      {
        StartAt: "First",
        States: {
          First: {
            Type: "Task",
            Resource: "arn:aws:states:::lambda:invoke",
            Parameters: { FunctionName: "${Mark}", Payload: { mark: "first" } },
            ResultPath: null,
            Next: "Second",
          },
          Second: {
            Type: "Task",
            Resource: "arn:aws:states:::lambda:invoke",
            Parameters: { FunctionName: "${Mark}", Payload: { mark: "second", "hang.$": "$.hang" } },
            ResultPath: null,
            End: true,
          },
        },
      },
      ["Mark"],
    ),
    Waiting: stateMachine(
      {
        StartAt: "Wait for an answer",
        States: {
          "Wait for an answer": {
            Type: "Task",
            Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken",
            Parameters: {
              FunctionName: "${Mark}",
              Payload: { mark: "waiting", "token.$": "$$.Task.Token" },
            },
            Retry: [{ ErrorEquals: ["States.ALL"] }],
            End: true,
          },
        },
      },
      ["Mark"],
    ),
  },
  { TableName: { Value: { Ref: "Table" } } },
);

async function serve(dataDir: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "serve.ts"), assembly, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface(child.stdout), "line");
  const described = JSON.parse(line) as { baseUrl: string; environment: Record<string, string> };
  return { child, ...described };
}

async function kill(child: ChildProcess) {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Command lines of living processes that mention a text. */
const processesWith = (text: string) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return command.includes(text) ? [command] : [];
      } catch {
        return []; // the process has just ended
      }
    });

test("service.json describes how to reach the service, and exists only while it runs", async () => {
  const service = await startTestService(assembly);
  const file = join(service.dataDir, "service.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    base_url: service.baseUrl,
    inbox_url: `${service.baseUrl}/inbox`,
    pid: process.pid,
    table_name: "test-Table",
    environment: { TABLE_NAME: "test-Table", AWS_ENDPOINT_URL_DYNAMODB: service.endpoints.dynamodb },
  });
  await service.stop();
  expect(existsSync(file)).toBe(false);
});

test("the base URL shows the playground and the API reference, with everything they load", async () => {
  const service = await startTestService(assembly);
  for (const page of ["/", "/inbox/index.html", "/docs"]) {
    const shown = await fetch(service.baseUrl + page);
    const files = (await shown.text()).matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g);
    const parts = Array.from(files, ([, path = ""]) => new URL(path, shown.url).href);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect([part, (await fetch(part)).status]).toEqual([part, 200]);
  }
  await discard(service);
});

test("a taken port is refused in one sentence, and no process is left running", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const dataDir = newDirectory();
  const failed = startLocalService({ port, dataDir, assembly, seed: false });
  await expect(failed).rejects.toThrow(
    new StartupError(
      `Port ${port} is taken. Stop the program that listens there, or choose another port.`,
      "port",
    ),
  );
  expect(processesWith(dataDir)).toEqual([]);
  taken.close();
});

test("a second service on the same directory is refused, and the first keeps running", async () => {
  const service = await startTestService(assembly);
  const second = startTestService(assembly, { dataDir: service.dataDir });
  await expect(second).rejects.toThrow(`Another service is running on ${service.dataDir}`);
  expect((await fetch(`${service.baseUrl}/hello`)).status).toBe(200);
  await discard(service);
});

test("several services run side by side", async () => {
  const services = await Promise.all([startTestService(assembly), startTestService(assembly)]);
  for (const { baseUrl } of services) expect(await (await fetch(`${baseUrl}/hello`)).text()).toBe("hello");
  expect(new Set(services.flatMap(({ endpoints }) => Object.values(endpoints))).size).toBe(6);
  await Promise.all(services.map(discard));
});

test("stopping ends every process and port of the service", async () => {
  const service = await startTestService(assembly);
  expect(processesWith(service.dataDir)).not.toEqual([]);
  await service.stop();
  expect(processesWith(service.dataDir)).toEqual([]);
  for (const url of [service.baseUrl, ...Object.values(service.endpoints)])
    await expect(fetch(url)).rejects.toThrow();
});

test("a process ends by itself once its service has stopped, even if an execution is waiting for a token", async () => {
  rmSync(marks, { force: true });
  const { child, ...service } = await serve(newDirectory());
  await new SFNClient(sdkOf(service, "SFN")).send(
    new StartExecutionCommand({
      stateMachineArn: "arn:aws:states:eu-central-1:000000000000:stateMachine:test-Waiting",
    }),
  );
  await eventually(() => existsSync(marks));
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("the table keeps its items over a restart; with fresh it is emptied and other files are kept", async () => {
  const dataDir = newDirectory();
  writeFileSync(join(dataDir, "notes.txt"), "mine");
  const write = new PutItemCommand({ TableName: "test-Table", Item: { pk: { S: "a" }, group: { S: "g" } } });
  const read = new GetItemCommand({ TableName: "test-Table", Key: { pk: { S: "a" } } });
  const first = await startTestService(assembly, { dataDir });
  await new DynamoDBClient(sdkOf(first, "DYNAMODB")).send(write);
  await first.stop();
  const second = await startTestService(assembly, { dataDir });
  expect((await new DynamoDBClient(sdkOf(second, "DYNAMODB")).send(read)).Item?.pk).toEqual({ S: "a" });
  expect([second.endpoints.s3, second.endpoints.sfn]).toEqual([first.endpoints.s3, first.endpoints.sfn]);
  await second.stop();
  const third = await startTestService(assembly, { dataDir, fresh: true });
  expect((await new DynamoDBClient(sdkOf(third, "DYNAMODB")).send(read)).Item).toBeUndefined();
  expect(readFileSync(join(dataDir, "notes.txt"), "utf8")).toBe("mine");
  await discard(third);
});

test("after kill -9 no process is left running, and the next service resumes the interrupted state", async () => {
  rmSync(marks, { force: true });
  const dataDir = newDirectory();
  const first = await serve(dataDir);
  const started = await new SFNClient(sdkOf(first, "SFN")).send(
    new StartExecutionCommand({
      stateMachineArn: "arn:aws:states:eu-central-1:000000000000:stateMachine:test-Machine",
      name: "job",
      input: '{"hang":true}',
    }),
  );
  const marked = () => (existsSync(marks) ? readFileSync(marks, "utf8").trim().split("\n") : []);
  await eventually(() => marked().length === 2);
  await kill(first.child);
  await eventually(() => processesWith(dataDir).length === 0);

  const second = await serve(dataDir);
  await eventually(() => marked().length === 3);
  expect(marked()).toEqual(["first", "second", "second"]);
  const describe = new DescribeExecutionCommand({ executionArn: started.executionArn });
  const execution = await new SFNClient(sdkOf(second, "SFN")).send(describe);
  expect([execution.status, execution.startDate]).toEqual(["RUNNING", started.startDate]);
  await kill(second.child);
});

describe("on an engine that somebody else runs", () => {
  const write = new PutItemCommand({ TableName: "test-Table", Item: { pk: { S: "a" }, group: { S: "g" } } });
  const read = new GetItemCommand({ TableName: "test-Table", Key: { pk: { S: "a" } } });
  const theirs = { TableName: "theirs", Key: { pk: { S: "a" } } };
  const startEngine = () => startDynamoDb(":memory:", { log: () => {}, terminal: silent });
  afterEach(() => vi.unstubAllEnvs());

  test("--fresh empties the table of the service and keeps the tables of others", async () => {
    const engine = await startEngine();
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", engine.url);
    const client = new DynamoDBClient({
      endpoint: engine.url,
      region: "eu-central-1",
      credentials: engineCredentials,
    });
    const first = await startTestService(assembly);
    await client.send(write);
    await client.send(
      new CreateTableCommand({
        TableName: "theirs",
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      }),
    );
    await client.send(new PutItemCommand({ TableName: "theirs", Item: { pk: { S: "a" } } }));
    expect(first.engine).toBe(`the engine at ${engine.url}`);
    await discard(first);
    const second = await startTestService(assembly, { fresh: true });
    expect((await client.send(read)).Item).toBeUndefined();
    expect((await client.send(new GetItemCommand(theirs))).Item).toBeDefined();
    await discard(second);
    await engine.stop();
  });

  test("--fresh is refused on another machine, because its tables may be somebody else's", async () => {
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", "http://dynamodb.example:8000");
    await expect(startTestService(assembly, { fresh: true })).rejects.toThrow(
      /^--fresh does not delete tables on another machine/,
    );
  });

  test("when the engine has lost the table, what else was remembered of the jobs is forgotten and said", async () => {
    const said: string[] = [];
    const terminal = { ...silent, say: (line: string) => void said.push(line) };
    const engines = [await startEngine(), await startEngine()];
    const dataDir = newDirectory();
    const ports = [];
    for (const engine of engines) {
      vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", engine.url);
      const service = await startTestService(assembly, { dataDir, terminal });
      ports.push(service.endpoints.s3);
      await service.stop();
    }
    expect(said).toEqual([
      `The table in the engine at ${engines[1]?.url} is new, so the jobs and keys of earlier runs are forgotten.`,
    ]);
    expect(ports[1]).toBe(ports[0]);
    await Promise.all(engines.map((engine) => engine.stop()));
  });
});

test("the object store is on the port 100 above the service's, if it is free", async () => {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const address = free.address();
  const port = typeof address === "object" && address ? address.port : 0;
  free.close();
  await once(free, "close");
  const service = await startTestService(assembly, { port });
  expect(service.endpoints.s3).toBe(`http://127.0.0.1:${(port + 100) % 65_536}`);
  await discard(service);
});
