import { createWriteStream, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { type Cleanup, createCleanup } from "./cleanup.ts";
import { type Cloud, type Log, startCloud } from "./cloud.ts";
import { type Endpoints, resourceVariables } from "./endpoints.ts";
import { createGateway } from "./gateway/server.ts";
import { listen, sendJson } from "./http.ts";
import { createInbox } from "./inbox.ts";
import { sendPage } from "./pages.ts";
import { type DevelopmentOrganization, seedOrganization } from "./seed.ts";
import type { TimeOverrides } from "./states/run.ts";
import { openStore, type Store } from "./store.ts";
import { readStack, type Stack } from "./template/stack.ts";

export type LocalServiceOptions = {
  /** Port of the API on 127.0.0.1; 0 takes a free one. */
  port: number;
  /** Where state and log are kept. One service at a time. */
  dataDir: string;
  /** The cloud assembly to run, or how to make it. */
  assembly: string | (() => Promise<string>);
  /** Forget what an earlier service left in `dataDir`. */
  fresh?: boolean;
  /** Apply the deployed rules to source and webhook URLs: HTTPS and public addresses only. */
  strictNetwork?: boolean;
  /** Milliseconds instead of a Wait state's time and of a retrying state's interval, by state name. */
  waits?: TimeOverrides["waits"];
  retries?: TimeOverrides["retries"];
  /** More variables for every function. */
  environment?: Record<string, string>;
  /** A model container that runs already, instead of the simulated one. */
  modelUrl?: string;
  /** Make the development organization; false for templates that have no table of the service. */
  seed?: boolean;
};

export type LocalService = {
  baseUrl: string;
  organizationId: string;
  apiKey: string;
  signingSecret: string;
  inboxUrl: string;
  endpoints: Endpoints;
  tableName: string | undefined;
  bucketName: string | undefined;
  /** The environment with which an AWS SDK or the operator's CLI reaches this service. */
  environment: Record<string, string>;
  /** Invokes a function by name, ARN or logical id with a JSON payload. */
  invoke: Cloud["lambda"]["invoke"];
  /** Ends a function's thread as a crash would: what it was doing fails, the next invocation starts it anew. */
  killFunction: (target: string) => Promise<void>;
  /** State transitions since the start, by state machine name. */
  transitions: () => Record<string, number>;
  stop: () => Promise<void>;
};

const nobody: DevelopmentOrganization = { organization_id: "", api_key: "", signing_secret: "" };

/**
 * Runs the template of a cloud assembly on this machine: API Gateway, Lambda, DynamoDB, S3, Step Functions,
 * EventBridge, SNS, SQS and SageMaker Runtime, each on 127.0.0.1. Goes on with what an earlier service on the same
 * directory left unfinished. Throws a StartupError when the port or the directory is in use.
 */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const cleanup = createCleanup();
  try {
    return await start(options, cleanup);
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

async function start(options: LocalServiceOptions, cleanup: Cleanup): Promise<LocalService> {
  const dataDir = resolve(options.dataDir);
  const store = openStore(dataDir, options.fresh ?? false);
  cleanup.add(() => store.close());
  const log = openLog(dataDir, cleanup);
  let organization = nobody;
  const inbox = createInbox(store, () => organization.signing_secret);
  let gateway: ReturnType<typeof createGateway> | undefined;

  const front = await listen(options.port, (request, response) => {
    answer(request, response).catch((error) => {
      log(`${request.method} ${request.url}: ${error.stack}\n`);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: String(error) });
    });
  });
  cleanup.add(front.close);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split("?")[0] ?? "/";
    if (path === "/inbox") return inbox(request, response);
    if (request.method === "GET" && sendPage(path, organization.api_key, response)) return;
    if (gateway) return gateway(request, response);
    sendJson(response, 503, { error: "The local service is starting" });
  };

  const inboxUrl = `${front.url}/inbox`;
  const stack = readStack(typeof options.assembly === "string" ? options.assembly : await options.assembly());
  const cloud = await startCloud(cloudOptions(options, stack, store, dataDir, log), cleanup);
  const { endpoints, lambda, machines } = cloud;
  const environment: Record<string, string> = {
    ...cloud.sdk,
    ...resourceVariables(stack),
    ALLOW_LOCAL_NETWORK: "true",
  };
  if (options.seed ?? true) organization = await seedOrganization(store, inboxUrl, environment);
  gateway = createGateway(stack, lambda, log);

  const service: LocalService = {
    baseUrl: front.url,
    organizationId: organization.organization_id,
    apiKey: organization.api_key,
    signingSecret: organization.signing_secret,
    inboxUrl,
    endpoints,
    tableName: environment.TABLE_NAME,
    bucketName: environment.BUCKET_NAME,
    environment,
    invoke: lambda.invoke,
    killFunction: lambda.kill,
    transitions: machines.transitions,
    stop: cleanup.run,
  };
  describe(service, join(dataDir, "service.json"), cleanup);
  return service;
}

function cloudOptions(options: LocalServiceOptions, stack: Stack, store: Store, dataDir: string, log: Log) {
  const network = options.strictNetwork ? {} : { ALLOW_LOCAL_NETWORK: "true" };
  return {
    stack,
    store,
    dataDir,
    log,
    environment: { ...network, ...options.environment },
    overrides: { waits: options.waits ?? {}, retries: options.retries ?? {} },
    modelUrl: options.modelUrl,
  };
}

/** Functions write to `service.log`, not to the terminal. */
function openLog(dataDir: string, cleanup: Cleanup): Log {
  const file = createWriteStream(join(dataDir, "service.log"), { flags: "a" });
  cleanup.add(() => new Promise((closed) => file.end(closed)));
  return (chunk) => void (file.writableEnded || file.write(chunk));
}

/** Writes what other programs need to reach the service; the file is there only while the service runs. */
function describe(service: LocalService, file: string, cleanup: Cleanup) {
  const description = {
    base_url: service.baseUrl,
    organization_id: service.organizationId,
    api_key: service.apiKey,
    signing_secret: service.signingSecret,
    inbox_url: service.inboxUrl,
    pid: process.pid,
    endpoints: service.endpoints,
    table_name: service.tableName,
    bucket_name: service.bucketName,
    environment: service.environment,
  };
  writeFileSync(file, `${JSON.stringify(description, null, 2)}\n`);
  cleanup.add(() => rmSync(file, { force: true }));
}
