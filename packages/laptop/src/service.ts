import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Cloud, startCloud } from "../../local-cloud/src/cloud.ts";
import { chooseEngine } from "../../local-cloud/src/dynamodb/engine.ts";
import { clientOf } from "../../local-cloud/src/dynamodb/tables.ts";
import { type Endpoints, resourceVariables } from "../../local-cloud/src/endpoints.ts";
import { createGateway } from "../../local-cloud/src/gateway/server.ts";
import { isLoopback } from "../../local-cloud/src/hosts.ts";
import { deferredHandler } from "../../local-cloud/src/http.ts";
import { type Cleanup, createCleanup, StartupError } from "../../local-cloud/src/lifecycle.ts";
import { openLog } from "../../local-cloud/src/log.ts";
import type { TimeOverrides } from "../../local-cloud/src/states/run.ts";
import { openStore } from "../../local-cloud/src/store.ts";
import { readStack } from "../../local-cloud/src/template/stack.ts";
import { silent, type Terminal } from "../../local-cloud/src/terminal.ts";
import { createDocuments } from "./documents.ts";
import { frontHandler, startFront, startingHandler } from "./front.ts";
import { createInbox } from "./inbox.ts";
import { runProgram } from "./project.ts";
import { type DevelopmentOrganizations, seedOrganizations } from "./seed.ts";
import { readSigningSecrets } from "./signing-secrets.ts";

export type LocalServiceOptions = {
  /** Port of the API on 127.0.0.1; 0 takes a free one. */
  port: number;
  /** Where state and log are kept. Only one service at a time can use it. */
  dataDir: string;
  /** The directory of the cloud assembly to run, or the function that makes it. */
  assembly: string | ((terminal: Terminal) => Promise<string>);
  /** Who reads what is done until the service is there. */
  terminal?: Terminal;
  /** Delete what an earlier service left in `dataDir`. */
  fresh?: boolean;
  /** Apply the deployed rules to source and webhook URLs: HTTPS and public addresses only. */
  strictNetwork?: boolean;
  /** Milliseconds to wait instead of a Wait state's time, or of a retry's interval, by state name. */
  waits?: TimeOverrides["waits"];
  retries?: TimeOverrides["retries"];
  /** More variables for every function. */
  environment?: Record<string, string>;
  /** A model container that runs already, to use instead of the simulated one. */
  modelUrl?: string;
  /** Create the development organization and its sandbox. False for templates without the service's table. */
  seed?: boolean;
};

export type LocalService = {
  baseUrl: string;
  organizationId: string;
  apiKey: string;
  signingSecret: string;
  /** The sandbox beside the organization, where the directory has one. */
  sandbox: {
    organizationId: string | undefined;
    apiKey: string | undefined;
    signingSecret: string | undefined;
  };
  inboxUrl: string;
  /** What holds the table, in words. */
  engine: string;
  endpoints: Endpoints;
  tableName: string | undefined;
  bucketName: string | undefined;
  /** The variables with which an AWS SDK or the operator's CLI reaches this service. */
  environment: Record<string, string>;
  /** Invokes a function by name, ARN or logical id with a JSON payload. */
  invoke: Cloud["lambda"]["invoke"];
  /** Ends a function's thread, as in a crash: its invocations fail, and the next one starts a new thread. */
  killFunction: (target: string) => Promise<void>;
  /** Invocations of each function since the start, by logical id. */
  invocations: Cloud["lambda"]["usage"];
  /** State transitions since the start, by state machine name. */
  transitions: () => Record<string, number>;
  stop: () => Promise<void>;
};

/** Allows plain HTTP and loopback addresses for sources and webhooks. No template sets it. */
const localNetwork = { ALLOW_LOCAL_NETWORK: "true" };
const noOrganizations: DevelopmentOrganizations = { organization_id: "", api_key: "", signing_secret: "" };

/**
 * Runs the template of a cloud assembly on this machine: API Gateway, Lambda, DynamoDB, S3, Step Functions,
 * EventBridge, SNS, SQS and SageMaker Runtime, each on 127.0.0.1. Resumes what an earlier service in the same directory
 * left unfinished. Throws a StartupError when the port or the directory is in use.
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
  const { fresh = false, terminal = silent } = options;
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  if (fresh) refuseToEmptyElsewhere(endpoint);
  const dataDir = resolve(options.dataDir);
  const store = openStore(dataDir, fresh);
  cleanup.add(() => store.close());
  const log = openLog(dataDir, cleanup);
  // The organization's webhook URL is below the base URL, whose port must therefore be known first.
  const front = deferredHandler(startingHandler);
  const baseUrl = await startFront(options.port, front.handle, log, cleanup);
  const inboxUrl = `${baseUrl}/inbox`;

  const engine = await chooseEngine({ endpoint, terminal });
  const { assembly } = options;
  const stack = readStack(typeof assembly === "string" ? assembly : await assembly(terminal));
  const network: Record<string, string> = options.strictNetwork ? {} : localNetwork;
  const cloud = await startCloud(
    {
      stack,
      store,
      dataDir,
      log,
      terminal,
      engine,
      fresh,
      pages: [baseUrl, baseUrl.replace("127.0.0.1", "localhost")],
      s3Port: options.port === 0 ? 0 : (options.port + 100) % 65_536,
      environment: { ...network, PUBLIC_BASE_URL: baseUrl, ...options.environment },
      overrides: { waits: options.waits ?? {}, retries: options.retries ?? {} },
      modelUrl: options.modelUrl,
    },
    cleanup,
  );
  const { endpoints, lambda, machines } = cloud;
  const environment = { ...cloud.sdk, ...resourceVariables(stack), ...network };
  const seed =
    options.seed === false
      ? noOrganizations
      : await seedOrganizations(store, inboxUrl, { ...environment, ...localNetwork });
  const { TABLE_NAME } = environment;
  const table = clientOf(stack, endpoints.dynamodb);
  cleanup.add(() => table.destroy());
  const inbox = createInbox(store, {
    findSecrets: async () => (TABLE_NAME ? readSigningSecrets(table, TABLE_NAME) : []),
    redeliver: (organizationId, jobId) =>
      runProgram("bin/admin.ts", ["webhook", "redeliver", organizationId, jobId, "--yes"], {
        ...environment,
        ...localNetwork,
      }),
  });
  const api = createGateway(stack, lambda, log);
  const documents = createDocuments(join(dataDir, "documents"), baseUrl);
  front.serve(frontHandler({ inbox, api, documents, apiKey: seed.api_key, objectStore: endpoints.s3 }));
  cloud.begin();

  const service: LocalService = {
    baseUrl,
    organizationId: seed.organization_id,
    apiKey: seed.api_key,
    signingSecret: seed.signing_secret,
    sandbox: {
      organizationId: seed.sandbox_organization_id,
      apiKey: seed.sandbox_api_key,
      signingSecret: seed.sandbox_signing_secret,
    },
    inboxUrl,
    engine: cloud.engine,
    endpoints,
    tableName: environment.TABLE_NAME,
    bucketName: environment.BUCKET_NAME,
    environment,
    invoke: lambda.invoke,
    killFunction: lambda.kill,
    invocations: lambda.usage,
    transitions: machines.transitions,
    stop: cleanup.run,
  };
  writeDescription(service, join(dataDir, "service.json"), cleanup);
  return service;
}

/** To delete tables on this machine is what `fresh` asks for; on another machine they may be somebody else's. */
function refuseToEmptyElsewhere(endpoint: string | undefined): void {
  const url = endpoint ? URL.parse(endpoint) : null;
  if (url === null || isLoopback(url.hostname)) return;
  throw new StartupError(
    `--fresh does not delete tables on another machine (AWS_ENDPOINT_URL_DYNAMODB is ${endpoint}). Delete them there, or start without --fresh.`,
  );
}

/** Writes what other programs need to reach the service. The file exists only while the service runs. */
function writeDescription(service: LocalService, file: string, cleanup: Cleanup): void {
  const description = {
    base_url: service.baseUrl,
    organization_id: service.organizationId,
    api_key: service.apiKey,
    signing_secret: service.signingSecret,
    sandbox_organization_id: service.sandbox.organizationId,
    sandbox_api_key: service.sandbox.apiKey,
    sandbox_signing_secret: service.sandbox.signingSecret,
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
