import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { InvokeEndpointAsyncCommand, SageMakerRuntimeClient } from "@aws-sdk/client-sagemaker-runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "../../src/http.ts";
import { runningContainer } from "../../src/sagemaker/container.ts";
import { discard, eventually, makeAssembly, sdkOf, startTestCloud } from "../support/assembly.ts";

type Container = (body: string, response: ServerResponse) => void;
const subscription = (topic: string) => ({
  Type: "AWS::SNS::Subscription",
  Properties: { TopicArn: { Ref: topic }, Protocol: "lambda", Endpoint: { "Fn::GetAtt": ["Told", "Arn"] } },
});
const assembly = makeAssembly(
  {
    Told: {
      code: "const kept = []; export const handler = async (event) => (event.list ? kept : void kept.push(event));",
    },
  },
  {
    Pictures: { Type: "AWS::S3::Bucket" },
    Success: { Type: "AWS::SNS::Topic" },
    Error: { Type: "AWS::SNS::Topic" },
    OnSuccess: subscription("Success"),
    OnError: subscription("Error"),
  },
  {
    OnSuccess: { Value: { Ref: "Success" } },
    OnError: { Value: { Ref: "Error" } },
  },
);
const topicOutputs = { Completed: "OnSuccess", Failed: "OnError" };
const Bucket = "test-pictures";
let container: Container;
let model: Listening;
let service: Awaited<ReturnType<typeof startTestCloud>>;
let s3: S3Client;
let requests = 0;

beforeAll(async () => {
  model = await listen(0, async (request: IncomingMessage, response) =>
    container(await text(request), response),
  );
  service = await startTestCloud(assembly, {
    model: { container: () => runningContainer(model.url), topicOutputs },
  });
  s3 = new S3Client({ ...sdkOf(service, "S3"), forcePathStyle: true });
});
afterAll(async () => {
  await discard(service);
  await model.close();
});

async function ask(input: object, more = {}) {
  const Key = `inference/${requests++}/request.json`;
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(input) }));
  const client = new SageMakerRuntimeClient(sdkOf(service, "SAGEMAKER_RUNTIME"));
  const InputLocation = `s3://${Bucket}/${Key}`;
  const command = new InvokeEndpointAsyncCommand({
    EndpointName: "model",
    InputLocation,
    InferenceId: Key,
    ContentType: "application/json",
    ...more,
  });
  const answer = await client.send(command);
  return { ...answer, InputLocation };
}

/** The notification about an inference: SageMaker's message and the topic it came on. */
const notificationOf = (inferenceId: string | undefined) =>
  eventually(async () => {
    const result = await service.invoke("Told", '{"list":true}');
    const events: { Records: { Sns: { TopicArn: string; Message: string } }[] }[] =
      "payload" in result ? JSON.parse(result.payload) : [];
    const all = events.map(({ Records: [record] }) => ({
      topic: record?.Sns.TopicArn,
      message: JSON.parse(record?.Sns.Message ?? ""),
    }));
    return all.find(({ message }) => message.inferenceId === inferenceId);
  });

test("an inference is accepted at once, its output is stored at the announced place and its success is published", async () => {
  container = (body, response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ echo: JSON.parse(body) }));
  const { InferenceId, OutputLocation, InputLocation } = await ask({ job: 1 });
  const { topic, message } = await notificationOf(InferenceId);
  expect(topic).toBe("arn:aws:sns:eu-central-1:000000000000:test-Success");
  expect(message).toMatchObject({
    invocationStatus: "Completed",
    requestParameters: { endpointName: "model", inputLocation: InputLocation },
    responseParameters: { contentType: "application/json", outputLocation: OutputLocation },
    eventSource: "aws:sagemaker",
  });
  const output = await s3.send(
    new GetObjectCommand({ Bucket, Key: OutputLocation?.replace(`s3://${Bucket}/`, "") }),
  );
  expect(await output.Body?.transformToString()).toBe('{"echo":{"job":1}}');
});

test("a container's error, its timeout and a missing input are published as failures with their reason", async () => {
  container = (_, response) => response.writeHead(500).end('{"error":"out of memory"}');
  const failed = await notificationOf((await ask({})).InferenceId);
  expect(failed.topic).toBe("arn:aws:sns:eu-central-1:000000000000:test-Error");
  expect(failed.message).toMatchObject({
    invocationStatus: "Failed",
    failureReason: expect.stringContaining("out of memory"),
  });
  container = () => {};
  const silent = await notificationOf((await ask({}, { InvocationTimeoutSeconds: 1 })).InferenceId);
  expect(silent.message.failureReason).toMatch(/timeout/i);
  container = (_, response) => response.destroy();
  const broken = await notificationOf((await ask({})).InferenceId);
  expect(broken.message.invocationStatus).toBe("Failed");
  const missing = await ask({}, { InputLocation: `s3://${Bucket}/nothing.json`, InferenceId: "missing" });
  expect((await notificationOf(missing.InferenceId)).message.failureReason).toContain("nothing.json");
});

test("more inferences than the instance takes at once wait their turn, and an expired one is not run", async () => {
  let running = 0;
  let most = 0;
  let calls = 0;
  const held: (() => void)[] = [];
  container = (_, response) => {
    calls += 1;
    most = Math.max(most, ++running);
    held.push(() => {
      running -= 1;
      response.end("{}");
    });
  };
  const asked = await Promise.all(Array.from({ length: 5 }, () => ask({})));
  const expired = await ask({}, { RequestTTLSeconds: 0 });
  const drained = eventually(() => {
    held.shift()?.();
    return calls === 5 && running === 0;
  });
  const all = await Promise.all(asked.map(({ InferenceId }) => notificationOf(InferenceId)));
  expect(all.map(({ message }) => message.invocationStatus)).toEqual(Array(5).fill("Completed"));
  expect((await notificationOf(expired.InferenceId)).message.failureReason).toMatch(/timed out/);
  await drained;
  expect([most, calls]).toEqual([2, 5]);
});
