import { randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { InvokeEndpointAsyncCommand, SageMakerRuntimeClient } from "@aws-sdk/client-sagemaker-runtime";
import {
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
} from "@aws-sdk/client-sfn";
import { masks } from "@image-staging/inference-contract/masks";
import { listen } from "@image-staging/local-cloud/http";
import { decodeChunks } from "@image-staging/local-cloud/s3/chunked";
import type { APIGatewayProxyResult, Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import type { Operation } from "../../lambdas/api/contract/operation.ts";
import type { OperationId } from "../../lambdas/api/contract/operations.ts";
import type { StoredOutput } from "../../lambdas/domain/generation/generation.ts";
import type { LimitOverrides } from "../../lambdas/domain/organization/limits.ts";
import type { Organization } from "../../lambdas/domain/organization/organization.ts";
import type { JobReference } from "../../lambdas/pipeline/job.ts";
import { handler as startInference } from "../../lambdas/pipeline/start-inference.ts";
import { Form } from "./form.ts";
import { newPartner } from "./partner.ts";
import { type Call, operations, pairsOf, pathOf, type Send } from "./requests.ts";
import { startTable } from "./table.ts";

type Handler = (event: unknown, context: Context) => Promise<APIGatewayProxyResult>;

const api = join(import.meta.dirname, "../../lambdas/api");

/** The handler of each operation: its route has the same path as its declaration in contract/. */
const handlers = new Map<string, Handler>(
  await Promise.all(
    globSync("*/*.ts", { cwd: join(api, "routes") }).map(async (file): Promise<[string, Handler]> => {
      const declared: Record<string, Operation> = await import(join(api, "contract", file));
      const { handler } = await import(join(api, "routes", file));
      const [operation] = Object.values(declared);
      if (!operation) throw new Error(`contract/${file} declares no operation.`);
      return [operation.operationId, handler];
    }),
  ),
);

function bytesOf(body: object | string | Buffer | Form): Buffer {
  if (body instanceof Form) return body.bytes();
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

/** The event with which API Gateway invokes the function of an operation. */
function eventOf(operationId: OperationId, { body, id, query, sourceIp, ...call }: Call) {
  const { method, path } = operations[operationId];
  const name = /\{(\w+)\}/.exec(path)?.[1];
  const contentType =
    body instanceof Form ? body.contentType : body === undefined ? undefined : "application/json";
  const given = Object.entries({ ...(contentType && { "Content-Type": contentType }), ...call.headers });
  const headers = given.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat()] as const],
  );
  return {
    httpMethod: method,
    resource: path,
    path: pathOf(operationId, id),
    headers: Object.fromEntries(headers.map(([name, values]) => [name, values.at(-1)])),
    multiValueHeaders: Object.fromEntries(headers),
    pathParameters: name ? { [name]: id } : null,
    queryStringParameters: query ? Object.fromEntries(pairsOf(query)) : null,
    multiValueQueryStringParameters: query
      ? Object.fromEntries(Object.entries(query).map(([name, values]) => [name, [values].flat()]))
      : null,
    body: body === undefined ? null : bytesOf(body).toString("base64"),
    isBase64Encoded: body !== undefined,
    requestContext: { requestId: randomUUID(), identity: { sourceIp: sourceIp ?? "192.0.2.1" } },
  };
}

/** Calls the handler of an operation as API Gateway does. */
export const call: Send = async (operationId, request = {}) => {
  const handler = handlers.get(operationId);
  if (!handler) throw new Error(`${operationId} has no route.`);
  const result = await handler(eventOf(operationId, request), { awsRequestId: "test" } as Context);
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
  return {
    status: result.statusCode,
    headers: Object.fromEntries(headers),
    text: result.body,
    body: result.isBase64Encoded ? Buffer.from(result.body, "base64") : JSON.parse(result.body),
  };
};

const stored = new Map<string, Buffer>();
let storeUrl: Promise<string> | undefined;

/** An object store on loopback that keeps what is put, gives it back, and lists none of it: one a worker, as the engine of the table. */
async function startStore(): Promise<string> {
  const { url } = await listen(0, async (request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    const isChunked = request.headers["content-encoding"] === "aws-chunked";
    if (request.method === "PUT")
      stored.set(path, await buffer(isChunked ? request.pipe(decodeChunks(() => {})) : request));
    const object = stored.get(path);
    if (request.method !== "GET" || path.endsWith("/")) response.end();
    else if (object) response.end(object);
    else response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
  });
  return url;
}

/**
 * Gives the handlers of this process an empty table, an object store, and state machines, an event bus and a model that
 * only record what they are asked.
 */
export async function startApi() {
  const table = await startTable();
  storeUrl ??= startStore();
  stored.clear();
  Object.assign(process.env, {
    BUCKET_NAME: "pictures",
    AWS_ENDPOINT_URL_S3: await storeUrl,
    GENERATION_STATE_MACHINE_ARN: "arn:aws:states:eu-central-1:000000000000:stateMachine:generation",
    SOURCE_INGEST_STATE_MACHINE_ARN: "arn:aws:states:eu-central-1:000000000000:stateMachine:source-ingest",
    WEBHOOK_STATE_MACHINE_ARN: "arn:aws:states:eu-central-1:000000000000:stateMachine:webhook-delivery",
    EVENT_BUS_NAME: "completions",
    INFERENCE_ENDPOINT_NAME: "model",
    MODEL_VERSION: "model-1",
    APPROVAL: "balanced",
    REQUIRE_MASK: "false",
    MODEL_DECLINES: "{}",
    MODEL_MASKS: JSON.stringify(masks.rendered),
    JUDGE_DRIFT: "true",
    SIMULATOR_STATE_MACHINE_ARN: "arn:aws:states:eu-central-1:000000000000:stateMachine:simulated-inference",
    SIMULATED_MODEL_VERSION: "simulated-3",
    PUBLIC_BASE_URL: "https://api.example.com",
  });
  const stateMachines = mockClient(SFNClient);
  stateMachines.on(StartExecutionCommand).resolves({});
  stateMachines.on(SendTaskSuccessCommand).resolves({}).on(SendTaskFailureCommand).resolves({});
  const bus = mockClient(EventBridgeClient);
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0 });
  const model = mockClient(SageMakerRuntimeClient);
  model.on(InvokeEndpointAsyncCommand).resolves({});
  return {
    /** A new organization that calls the handlers. */
    newPartner: (settings?: Partial<Organization>, keyLimits?: LimitOverrides) =>
      newPartner(call, settings, keyLimits),
    stateMachines,
    stored,
    started: () => stateMachines.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input),
    bus,
    /** The state machine's "Run the inference": the outputs approved before, or null if the model was asked. */
    startInference: async (reference: JobReference): Promise<StoredOutput[] | null> => {
      const task_token = randomUUID();
      await startInference({ ...reference, task_token }, { awsRequestId: "test" } as Context);
      const answers = stateMachines.commandCalls(SendTaskSuccessCommand, { taskToken: task_token });
      const answer = answers[0]?.args[0].input.output;
      return answer === undefined ? null : JSON.parse(answer).outputs;
    },
    timesAsked: () => model.commandCalls(InvokeEndpointAsyncCommand).length,
    stop: async () => {
      for (const client of [stateMachines, bus, model]) client.restore();
      await table.stop();
    },
  };
}
export type Api = Awaited<ReturnType<typeof startApi>>;
