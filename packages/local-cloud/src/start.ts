import { resolve } from "node:path";
import { type Cloud, startCloud } from "./cloud.ts";
import { chooseEngine } from "./dynamodb/engine.ts";
import type { Endpoints } from "./endpoints.ts";
import { createGateway } from "./gateway/server.ts";
import { deferredHandler, listen } from "./http.ts";
import { type Cleanup, createCleanup } from "./lifecycle.ts";
import { type Log, openLog } from "./log.ts";
import type { Model } from "./sagemaker/model.ts";
import type { TimeOverrides } from "./states/run.ts";
import { openStore, type Store } from "./store.ts";
import { readStack } from "./template/stack.ts";
import { silent, type Terminal } from "./terminal.ts";

/** Which template to run, and how. */
export type TemplateOptions = {
  /** Port of the API on 127.0.0.1; 0 takes a free one. */
  port: number;
  /** Where state and log are kept. Only one cloud at a time can use it. */
  dataDir: string;
  /** The directory of the cloud assembly to run, or the function that makes it. */
  assembly: string | ((terminal: Terminal) => Promise<string>);
  /** Who reads what is done until the cloud is there. */
  terminal?: Terminal;
  /** Delete what an earlier cloud left in `dataDir`. */
  fresh?: boolean;
  /** Milliseconds to wait instead of a Wait state's time, or of a retry's interval, by state name. */
  waits?: TimeOverrides["waits"];
  retries?: TimeOverrides["retries"];
  /** More variables for every function. */
  environment?: Record<string, string>;
  /** What answers the invocations of SageMaker endpoints; without it they are refused. */
  model?: Model;
  /** The secrets of Secrets Manager: their texts by ARN. */
  secrets?: Record<string, string>;
  /** Whether the function of a logical id needs a process instead of a thread. */
  needsProcess?: (id: string) => boolean;
  /** Gets what functions in processes publish on the diagnostics channel `local-cloud.function`. */
  hear?: (told: unknown) => void;
};

/** A template's services, running on this machine. */
export type LocalCloud = {
  /** The address of the template's REST API. */
  baseUrl: string;
  /** What holds the tables, in words. */
  engine: string;
  endpoints: Endpoints;
  /** The variables with which an AWS SDK calls these services. */
  environment: Record<string, string>;
  /** An output of the template. */
  output: (name: string) => string | undefined;
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

/** What is open before the template is read. */
export type Opened = { baseUrl: string; dataDir: string; store: Store; log: Log };

/**
 * Starts what the template deploys, on the engine of the tables that this machine has: DynamoDB, S3, Lambda, Step Functions,
 * EventBridge, SNS, SQS and SageMaker Runtime, each on 127.0.0.1. `begin` resumes what an earlier cloud in the same
 * directory left unfinished.
 */
export async function startTemplate(options: TemplateOptions, opened: Opened, cleanup: Cleanup) {
  const { assembly, terminal = silent, fresh = false, port, waits = {}, retries = {} } = options;
  const engine = await chooseEngine({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB, terminal });
  const stack = readStack(typeof assembly === "string" ? assembly : await assembly(terminal));
  const { baseUrl, ...places } = opened;
  const cloud = await startCloud(
    {
      ...places,
      stack,
      terminal,
      engine,
      fresh,
      pages: [baseUrl, baseUrl.replace("127.0.0.1", "localhost")],
      s3Port: port === 0 ? 0 : (port + 100) % 65_536,
      environment: options.environment ?? {},
      overrides: { waits, retries },
      model: options.model,
      secrets: options.secrets ?? {},
      needsProcess: options.needsProcess,
      hear: options.hear,
    },
    cleanup,
  );
  return { stack, cloud, api: createGateway(stack, cloud.lambda, opened.log) };
}

/**
 * Runs the template of a cloud assembly on this machine, its REST API on `port`. Throws a StartupError when the port or the
 * directory is in use.
 */
export async function startLocalCloud(options: TemplateOptions): Promise<LocalCloud> {
  const cleanup = createCleanup();
  try {
    const dataDir = resolve(options.dataDir);
    const store = openStore(dataDir, options.fresh ?? false);
    cleanup.add(() => store.close());
    const log = openLog(dataDir, cleanup);
    const front = deferredHandler();
    const { url: baseUrl, close } = await listen(options.port, front.handle, { log });
    cleanup.add(close);
    const { stack, cloud, api } = await startTemplate(options, { baseUrl, dataDir, store, log }, cleanup);
    front.serve(api);
    cloud.begin();
    return {
      baseUrl,
      engine: cloud.engine,
      endpoints: cloud.endpoints,
      environment: cloud.sdk,
      output: stack.output,
      invoke: cloud.lambda.invoke,
      killFunction: cloud.lambda.kill,
      invocations: cloud.lambda.usage,
      transitions: cloud.machines.transitions,
      stop: cleanup.run,
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
