import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { request as undici } from "undici";
import { directly } from "../directly.ts";
import { type Handler, sendJson } from "../http.ts";
import type { Log } from "../log.ts";
import type { ObjectStore } from "../s3/objects.ts";
import type { Container } from "./container.ts";

type Invocation = {
  endpointName: string;
  input: { bucket: string; key: string; location: string };
  output: { bucket: string; key: string; location: string };
  inferenceId: string;
  contentType: string;
  accept: string;
  received: number;
  timeoutSeconds: number;
  ttlSeconds: number;
};

/** Publishes a notification to the topic that the endpoint's configuration names for this outcome. */
export type Notify = (outcome: "Completed" | "Failed", message: string) => void;

/** How many invocations the one local instance runs at once; the others wait, as in SageMaker's queue. */
const concurrency = 2;

/**
 * The SageMaker Runtime API for asynchronous inference. It queues invocations, sends them to the container in order of
 * arrival, stores the responses and publishes SageMaker's notifications.
 */
export function createInferenceEndpoint(
  container: Container,
  objects: ObjectStore,
  notify: Notify,
  region: string,
  log: Log,
) {
  const waiting: Invocation[] = [];
  let running = 0;

  const work = async (): Promise<void> => {
    const next = running < concurrency ? waiting.shift() : undefined;
    if (next === undefined) return;
    running += 1;
    const failure = await perform(container, objects, next).catch((error) => String(error.message));
    if (failure) log(`inference ${next.inferenceId} failed: ${failure}\n`);
    notify(failure ? "Failed" : "Completed", notification(next, failure, region));
    running -= 1;
    await work();
  };

  return (request: IncomingMessage, response: ServerResponse) => {
    const endpointName = /^\/endpoints\/([\w-]+)\/async-invocations$/.exec(request.url ?? "")?.[1];
    const input = locate(header(request, "inputlocation") ?? "");
    if (endpointName === undefined || input === undefined)
      return sendJson(response, 400, {
        __type: "ValidationError",
        Message: "Invalid endpoint or InputLocation",
      });
    const received = Date.now();
    const inferenceId = header(request, "inference-id") ?? randomUUID();
    const key = `inference-results/${randomUUID()}.out`;
    const output = { bucket: input.bucket, key, location: `s3://${input.bucket}/${key}` };
    waiting.push({
      endpointName,
      input,
      output,
      inferenceId,
      contentType: header(request, "content-type") ?? "application/octet-stream",
      accept: header(request, "accept") ?? "*/*",
      received,
      timeoutSeconds: Number(header(request, "invocationtimeoutseconds") ?? 900),
      ttlSeconds: Number(header(request, "requestttlseconds") ?? 21_600),
    });
    response.setHeader("x-amzn-sagemaker-outputlocation", output.location);
    sendJson(response, 202, { InferenceId: inferenceId });
    work();
  };
}

/** Answers every invocation if no model is given. */
export const refuseInferences: Handler = (request, response) => {
  request.resume();
  sendJson(response, 400, { __type: "ValidationError", Message: "This local cloud has no model" });
};

const header = (request: IncomingMessage, name: string) =>
  request.headers[`x-amzn-sagemaker-${name}`]?.toString();

function locate(location: string): Invocation["input"] | undefined {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(location) ?? [];
  return bucket && key ? { bucket, key, location } : undefined;
}

/** Runs one invocation. Resolves with the reason when it failed, or undefined. */
async function perform(
  container: Container,
  objects: ObjectStore,
  invocation: Invocation,
): Promise<string | undefined> {
  const { input, output, contentType, accept, received, timeoutSeconds, ttlSeconds } = invocation;
  if (Date.now() - received > ttlSeconds * 1000) return "The request timed out in the queue";
  const object = objects.find(input.bucket, input.key);
  if (object === undefined) return `There is no object at ${input.location}`;
  const body = await readFile(objects.path(object.file));
  const timeoutMs = timeoutSeconds * 1000;
  const answer = await container.use(async (url) => {
    const headers = { "content-type": contentType, accept };
    const limits = {
      ...directly(url),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
    };
    const response = await undici(`${url}/invocations`, { method: "POST", headers, body, ...limits });
    return { ...response, bytes: Buffer.from(await response.body.arrayBuffer()) };
  });
  if (answer.statusCode < 200 || answer.statusCode > 299)
    return `Received error (${answer.statusCode}) from primary with message "${answer.bytes.toString().slice(0, 500)}"`;
  const type = answer.headers["content-type"]?.toString() ?? "application/octet-stream";
  const stored = await objects.write(Readable.from([answer.bytes]));
  objects.publish(output.bucket, output.key, stored, { "content-type": type });
  return undefined;
}

/** SageMaker's notification, as in its developer guide ("Asynchronous inference: check prediction results"). */
function notification(invocation: Invocation, failure: string | undefined, region: string): string {
  const { endpointName, input, output, inferenceId, contentType, accept, received } = invocation;
  return JSON.stringify({
    awsRegion: region,
    eventTime: new Date().toISOString(),
    receivedTime: new Date(received).toISOString(),
    invocationStatus: failure ? "Failed" : "Completed",
    ...(failure && { failureReason: failure }),
    requestParameters: { accept, endpointName, contentType, inputLocation: input.location },
    ...(!failure && {
      responseParameters: { contentType: "application/json", outputLocation: output.location },
    }),
    inferenceId,
    eventVersion: "1.0",
    eventSource: "aws:sagemaker",
    eventName: "InferenceResult",
  });
}
