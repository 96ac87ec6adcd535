import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { InvokeEndpointAsyncCommand, SageMakerRuntimeClient } from "@aws-sdk/client-sagemaker-runtime";
import { SendTaskSuccessCommand, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import type { APIGatewayProxyResult, Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import * as contract from "../../lambdas/api/contract/operations.ts";
import { handler as listBillingEvents } from "../../lambdas/api/routes/billing-events/list.ts";
import { handler as createGeneration } from "../../lambdas/api/routes/generations/create.ts";
import { handler as getGeneration } from "../../lambdas/api/routes/generations/get.ts";
import { handler as regenerateGeneration } from "../../lambdas/api/routes/generations/regenerate.ts";
import { handler as createSourceAsset } from "../../lambdas/api/routes/source-assets/create.ts";
import { handler as getSourceAsset } from "../../lambdas/api/routes/source-assets/get.ts";
import { handler as getUsageSummary } from "../../lambdas/api/routes/usage/get-summary.ts";
import type { StoredOutput } from "../../lambdas/domain/generation/generation.ts";
import type { JobReference } from "../../lambdas/pipeline/job.ts";
import { handler as startInference } from "../../lambdas/pipeline/start-inference.ts";
import { startTable } from "./table.ts";

const routes = {
  createSourceAsset: { operation: contract.CreateSourceAsset, handler: createSourceAsset },
  getSourceAsset: { operation: contract.GetSourceAsset, handler: getSourceAsset },
  createGeneration: { operation: contract.CreateGeneration, handler: createGeneration },
  getGeneration: { operation: contract.GetGeneration, handler: getGeneration },
  regenerateGeneration: { operation: contract.RegenerateGeneration, handler: regenerateGeneration },
  getUsageSummary: { operation: contract.GetUsageSummary, handler: getUsageSummary },
  listBillingEvents: { operation: contract.ListBillingEvents, handler: listBillingEvents },
};
export type OperationId = keyof typeof routes;

export type Call = {
  headers?: Record<string, string | undefined> | undefined;
  /** An object is sent as JSON, a form by its own content type, a string as it is. */
  body?: object | string | Form | undefined;
  /** The id in the path. */
  id?: string;
  query?: Record<string, string>;
  sourceIp?: string;
};
export type Reply = {
  status: number;
  headers: Record<string, string>;
  text: string;
  body: ReturnType<JSON["parse"]>;
};

/** A multipart/form-data body with its content type. */
export class Form {
  readonly parts: [name: string, value: string | Buffer][];
  readonly boundary: string;
  constructor(parts: [name: string, value: string | Buffer][], boundary = `form${randomUUID()}`) {
    this.parts = parts;
    this.boundary = boundary;
  }
  get contentType() {
    return `multipart/form-data; boundary=${this.boundary}`;
  }
  bytes(): Buffer {
    const parts = this.parts.flatMap(([name, value]) => [
      Buffer.from(
        `--${this.boundary}\r\nContent-Disposition: form-data; name="${name}"${
          typeof value === "string" ? "" : `; filename="picture.png"\r\nContent-Type: image/png`
        }\r\n\r\n`,
      ),
      Buffer.from(value),
      Buffer.from("\r\n"),
    ]);
    return Buffer.concat([...parts, Buffer.from(`--${this.boundary}--\r\n`)]);
  }
}

/** The event with which API Gateway invokes the function of an operation. */
export function eventOf({ operation }: { operation: contract.Operation }, call: Call) {
  const { body, id, query } = call;
  const name = /\{(\w+)\}/.exec(operation.path)?.[1];
  const contentType =
    body instanceof Form ? body.contentType : body === undefined ? undefined : "application/json";
  const headers = { ...(contentType && { "Content-Type": contentType }), ...call.headers };
  return {
    httpMethod: operation.method,
    resource: operation.path,
    path: operation.path.replace(/\{\w+\}/, id ?? ""),
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    pathParameters: name ? { [name]: id } : null,
    queryStringParameters: query ?? null,
    body:
      body instanceof Form
        ? body.bytes().toString("base64")
        : typeof body === "object"
          ? JSON.stringify(body)
          : (body ?? null),
    isBase64Encoded: body instanceof Form,
    requestContext: { requestId: randomUUID(), identity: { sourceIp: call.sourceIp ?? "192.0.2.1" } },
  };
}

/** Calls the handler of an operation as API Gateway does. */
export async function call(operationId: OperationId, request: Call = {}): Promise<Reply> {
  const route = routes[operationId];
  const handler = route.handler as unknown as (
    event: unknown,
    context: Context,
  ) => Promise<APIGatewayProxyResult>;
  const result = await handler(eventOf(route, request), { awsRequestId: "test" } as Context);
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
  return {
    status: result.statusCode,
    headers: Object.fromEntries(headers),
    text: result.body,
    body: JSON.parse(result.body),
  };
}

/** An object store on loopback that keeps what is put. */
async function startStore() {
  const stored = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    stored.set(request.url?.split("?")[0] ?? "", Buffer.concat(chunks));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stored, stop: () => server.close() };
}

/**
 * Gives the handlers of this process an empty table, an object store, and state machines, an event bus and a model that
 * only take note of what they are asked.
 */
export async function startApi() {
  const table = await startTable();
  const store = await startStore();
  Object.assign(process.env, {
    BUCKET_NAME: "pictures",
    AWS_ENDPOINT_URL_S3: store.url,
    GENERATION_STATE_MACHINE_ARN: "arn:aws:states:eu-central-1:000000000000:stateMachine:generation",
    SOURCE_INGEST_STATE_MACHINE_ARN: "arn:aws:states:eu-central-1:000000000000:stateMachine:source-ingest",
    EVENT_BUS_NAME: "completions",
    INFERENCE_ENDPOINT_NAME: "model",
    MODEL_VERSION: "model-1",
  });
  const stateMachines = mockClient(SFNClient);
  stateMachines.on(StartExecutionCommand).resolves({}).on(SendTaskSuccessCommand).resolves({});
  const bus = mockClient(EventBridgeClient);
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0 });
  const model = mockClient(SageMakerRuntimeClient);
  model.on(InvokeEndpointAsyncCommand).resolves({});
  return {
    stateMachines,
    stored: store.stored,
    started: () => stateMachines.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input),
    bus,
    /** The state machine's "Run the inference": the outputs approved before, or null where the model was asked. */
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
      store.stop();
      await table.stop();
    },
  };
}
export type Api = Awaited<ReturnType<typeof startApi>>;
