import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { InvocationResult } from "../../src/lambda/environment.ts";
import { discard, eventually, makeAssembly, startTestCloud } from "../support/assembly.ts";

const assembly = makeAssembly({
  Echo: {
    code: `let count = 0;
      export const handler = async (event, context) => ({
        event, count: ++count, id: context.awsRequestId, left: context.getRemainingTimeInMillis(), arn: context.invokedFunctionArn });`,
  },
  Variables: { code: "export const handler = async () => process.env;", variables: { MINE: "yes" } },
  Slow: {
    timeout: 1,
    code: `export const handler = ({ ms }) => new Promise((done) => setTimeout(done, ms, "done"));`,
  },
  Blocked: { timeout: 1, code: "export const handler = () => { for (;;); };" },
  Failing: {
    code: `export const handler = async () => { const error = new Error("no luck"); error.name = "invalid_image"; throw error; };`,
  },
  Crashing: {
    code: `export const handler = ({ crash }) => crash
        ? new Promise(() => setTimeout(() => { throw new Error("out of the blue"); }))
        : "alive";`,
  },
  Broken: { code: `import "./missing.mjs"; export const handler = () => 1;` },
  Large: { code: `export const handler = ({ size }) => "x".repeat(size);` },
  Talking: { code: `export const handler = () => console.log("what the function says");` },
  Telling: {
    code: `import { channel } from "node:diagnostics_channel";
      export const handler = async (event) => { channel("local-cloud.function").publish(event); return "told"; };`,
  },
  Scoped: {
    code: `const store = globalThis.awslambda.InvokeStore;
      export const handler = async ({ key }) => {
        store.set("key", key);
        await new Promise((done) => setTimeout(done, 20));
        return [store.get("key"), store.getRequestId()];
      };`,
  },
});
const heard: unknown[] = [];
let service: Awaited<ReturnType<typeof startTestCloud>>;

beforeAll(async () => {
  service = await startTestCloud(assembly, {
    environment: { ADDED: "by the host" },
    needsProcess: (id) => id === "Telling",
    hear: (told) => void heard.push(told),
  });
});
afterAll(async () => {
  await discard(service);
  rmSync(assembly, { recursive: true });
});

const invoke = (name: string, payload: unknown = {}) => service.invoke(name, JSON.stringify(payload));
const resultOf = (result: InvocationResult) => ("payload" in result ? JSON.parse(result.payload) : result);

test("what a function in a process publishes for its host is heard, before its answer", async () => {
  expect(resultOf(await invoke("Telling", { done: 0.5 }))).toBe("told");
  expect(heard).toEqual([{ done: 0.5 }]);
});

test("a function gets its event and a context, and keeps its state between invocations", async () => {
  const first = resultOf(await invoke("Echo", { a: 1 }));
  const second = resultOf(await invoke("Echo", { a: 2 }));
  expect([first.event, first.count, second.event, second.count]).toEqual([{ a: 1 }, 1, { a: 2 }, 2]);
  expect(first.left).toBeGreaterThan(5000);
  expect(first.id).not.toBe(second.id);
  expect(first.arn).toBe("arn:aws:lambda:eu-central-1:000000000000:function:test-Echo");
});

test("a function's environment has its own variables, Lambda's and the host's, and none of this process", async () => {
  process.env.SECRET_OF_THE_HOST = "hidden";
  const variables = resultOf(await invoke("Variables"));
  expect(variables).toMatchObject({
    MINE: "yes",
    ADDED: "by the host",
    AWS_LAMBDA_FUNCTION_NAME: "test-Variables",
    AWS_ENDPOINT_URL_S3: service.endpoints.s3,
  });
  expect(variables.SECRET_OF_THE_HOST).toBeUndefined();
});

test("an error is returned with its name, message and trace", async () => {
  const { error } = (await invoke("Failing")) as {
    error: { errorType: string; errorMessage: string; trace: string[] };
  };
  expect(error).toMatchObject({ errorType: "invalid_image", errorMessage: "no luck" });
  expect(error.trace[0]).toContain("no luck");
});

test("an invocation that takes too long ends as Sandbox.Timedout, and others in the same thread continue", async () => {
  const late = invoke("Slow", { ms: 1500 });
  await invoke("Slow", { ms: 600 });
  const other = invoke("Slow", { ms: 700 });
  expect(await late).toMatchObject({
    error: {
      errorType: "Sandbox.Timedout",
      errorMessage: expect.stringContaining("Task timed out after 1.00 seconds"),
    },
  });
  expect(resultOf(await other)).toBe("done");
  expect(resultOf(await invoke("Slow", { ms: 1 }))).toBe("done");
});

test("a function that blocks its thread is ended and can be invoked again", async () => {
  expect(await invoke("Blocked")).toMatchObject({ error: { errorType: "Sandbox.Timedout" } });
  expect(await invoke("Blocked")).toMatchObject({ error: { errorType: "Sandbox.Timedout" } });
});

test("a crash fails what was in flight and the next invocation starts a new thread", async () => {
  const both = await Promise.all([invoke("Crashing", { crash: true }), invoke("Crashing", { crash: true })]);
  for (const result of both)
    expect(result).toMatchObject({ error: { errorMessage: expect.stringContaining("out of the blue") } });
  expect(resultOf(await invoke("Crashing", {}))).toBe("alive");
});

test("a function can be killed in the middle of an invocation", async () => {
  const running = invoke("Slow", { ms: 900 });
  await service.killFunction("Slow");
  expect(await running).toMatchObject({ error: { errorType: "Runtime.ExitError" } });
  expect(resultOf(await invoke("Slow", { ms: 1 }))).toBe("done");
});

test("a bundle that does not load fails each invocation with the reason", async () => {
  for (const _ of [1, 2])
    expect(await invoke("Broken")).toMatchObject({
      error: { errorMessage: expect.stringContaining("missing.mjs") },
    });
});

test("payloads over six megabytes are refused as request and as response", async () => {
  expect(await invoke("Large", { size: 7 << 20 })).toMatchObject({
    error: { errorType: "Function.ResponseSizeTooLarge" },
  });
  expect(await invoke("Echo", "x".repeat(7 << 20))).toMatchObject({
    error: { errorType: "RequestTooLargeException" },
  });
});

test("the output of a function is written to the log file", async () => {
  await invoke("Talking");
  const log = () => readFileSync(join(service.dataDir, "cloud.log"), "utf8");
  await eventually(() => log().includes("what the function says"));
});

test("each of many concurrent invocations sees its own InvokeStore", async () => {
  const results = await Promise.all(Array.from({ length: 20 }, (_, key) => invoke("Scoped", { key })));
  expect(results.map((result) => resultOf(result)[0])).toEqual(results.map((_, key) => key));
  expect(new Set(results.map((result) => resultOf(result)[1])).size).toBe(20);
});
