import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { InvocationResult } from "../../src/lambda/environment.ts";
import { discard, eventually, makeAssembly, startTestService } from "../support/assembly.ts";

const decoder = new URL("../../../../lambdas/runtime/picture/decoder.ts", import.meta.url).href;
/** Reads the header of a picture so many times, and returns what goes wrong. */
const readingPictures = `import { readHeader } from "${decoder}";
  export const handler = async ({ picture, times }) => {
    const errors = [];
    for (let time = 0; time < times; time++)
      await readHeader(Buffer.from(picture, "base64")).catch(({ message }) => errors.push(message));
    return errors;
  };`;

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
  Reading: { code: readingPictures },
  ReadingToo: { code: readingPictures },
  Large: { code: `export const handler = ({ size }) => "x".repeat(size);` },
  Talking: { code: `export const handler = () => console.log("what the function says");` },
  Scoped: {
    code: `const store = globalThis.awslambda.InvokeStore;
      export const handler = async ({ key }) => {
        store.set("key", key);
        await new Promise((done) => setTimeout(done, 20));
        return [store.get("key"), store.getRequestId()];
      };`,
  },
});
let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService(assembly, { environment: { ADDED: "by the host" } });
});
afterAll(async () => {
  await discard(service);
  rmSync(assembly, { recursive: true });
});

const invoke = (name: string, payload: unknown = {}) => service.invoke(name, JSON.stringify(payload));
const resultOf = (result: InvocationResult) => ("payload" in result ? JSON.parse(result.payload) : result);

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
    ALLOW_LOCAL_NETWORK: "true",
  });
  expect(variables.SECRET_OF_THE_HOST).toBeUndefined();
});

test("with the strict network, functions get no permission for local addresses", async () => {
  const strict = await startTestService(assembly, { strictNetwork: true });
  expect(resultOf(await strict.invoke("Variables", "{}"))).not.toHaveProperty("ALLOW_LOCAL_NETWORK");
  await discard(strict);
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

test("a function that starts to read pictures disturbs none that reads one, and none reads SVG", async () => {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const read = async (name: string, picture: Buffer, times = 1) =>
    resultOf(await invoke(name, { picture: picture.toString("base64"), times }));
  await read("Reading", jpeg);
  const busy = [1, 2, 3, 4].map(() => read("Reading", jpeg, 2000));
  for (let start = 0; start < 12; start++) {
    expect(await read("ReadingToo", jpeg)).toEqual([]);
    await service.killFunction("ReadingToo");
  }
  expect((await Promise.all(busy)).flat()).toEqual([]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
  for (const name of ["Reading", "ReadingToo"])
    expect(await read(name, svg)).toEqual([expect.stringContaining("unsupported image format")]);
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
  const log = () => readFileSync(join(service.dataDir, "service.log"), "utf8");
  await eventually(() => log().includes("what the function says"));
});

test("each of many concurrent invocations sees its own InvokeStore", async () => {
  const results = await Promise.all(Array.from({ length: 20 }, (_, key) => invoke("Scoped", { key })));
  expect(results.map((result) => resultOf(result)[0])).toEqual(results.map((_, key) => key));
  expect(new Set(results.map((result) => resultOf(result)[1])).size).toBe(20);
});
