import { join } from "node:path";
import { createAwsApi } from "./aws-api.ts";
import { createDoor } from "./dynamodb/door.ts";
import { type Engine, startEngine } from "./dynamodb/engine.ts";
import { createTables, deleteTables } from "./dynamodb/tables.ts";
import { credentialsOf, sdkEnvironment } from "./endpoints.ts";
import { createEvents, type Deliver } from "./events/bus.ts";
import { deferredHandler, type Handler, listenNear } from "./http.ts";
import { readFunctions } from "./lambda/functions.ts";
import { startLambdaService } from "./lambda/service.ts";
import type { Cleanup } from "./lifecycle.ts";
import type { Log } from "./log.ts";
import { createQueues } from "./queues.ts";
import { withCors } from "./s3/cors.ts";
import { openObjects } from "./s3/objects.ts";
import { bucketsOf, createS3 } from "./s3/server.ts";
import { createInferenceEndpoint, type Notify, refuseInferences } from "./sagemaker/endpoint.ts";
import type { Model } from "./sagemaker/model.ts";
import { secretsApi } from "./secrets.ts";
import { signedOnly } from "./signed-only.ts";
import { stepFunctionsApi } from "./states/api.ts";
import { createStateMachines, randomName } from "./states/engine.ts";
import { openJournal } from "./states/journal.ts";
import { readMachines } from "./states/machines.ts";
import type { TimeOverrides } from "./states/run.ts";
import { forgetWork, readSetting, type Store, writeSetting } from "./store.ts";
import type { Stack } from "./template/stack.ts";
import type { Terminal } from "./terminal.ts";
import { createTopics } from "./topics.ts";

type CloudOptions = {
  stack: Stack;
  store: Store;
  dataDir: string;
  /** Added to every function's variables. */
  environment: Record<string, string>;
  overrides: TimeOverrides;
  model: Model | undefined;
  secrets: Record<string, string>;
  needsProcess: ((id: string) => boolean) | undefined;
  hear: ((told: unknown) => void) | undefined;
  log: Log;
  terminal: Terminal;
  engine: Engine;
  /** Empty an external engine too. */
  fresh: boolean;
  /** The origins of the local pages, which show and put objects. */
  pages: string[];
  /** The port of the object store in a new directory; 0 takes a free one. */
  s3Port: number;
};

/** The AWS services that the template needs, running. What was started is given to `cleanup`. */
export type Cloud = Awaited<ReturnType<typeof startCloud>>;

export async function startCloud(options: CloudOptions, cleanup: Cleanup) {
  const { stack, store, dataDir, log } = options;
  const engine = await startTables(options, cleanup);
  const credentials = credentialsOf(store);
  const objects = openObjects(store, join(dataDir, "s3"));
  const serveObjects = createS3(bucketsOf(stack), objects, credentials, stack.place.region);
  const listenAt = listenLikeBefore(store, log, cleanup);
  const s3 = await listenAt("s3 port", options.s3Port, withCors(options.pages, serveObjects));
  // Ends after the functions: the work that it leaves is not announced to them as failed.
  const container = options.model?.container(log);
  if (container) cleanup.add(container.stop);

  // The functions are started with the address of the services that they call, and these services call functions.
  const awsServices = deferredHandler();
  const aws = await listenAt("aws port", 0, awsServices.handle);
  const dynamodb = await listenAt("dynamodb port", 0, createDoor(engine.url, credentials, cleanup));
  const endpoints = {
    dynamodb,
    s3,
    sfn: aws,
    eventbridge: aws,
    sqs: aws,
    sagemaker_runtime: aws,
    secrets_manager: aws,
  };
  const sdk = sdkEnvironment(endpoints, stack.place, credentials);
  const functions = readFunctions(stack, { ...sdk, ...options.environment }, options.needsProcess);
  const lambda = startLambdaService(functions, log, options.hear);
  cleanup.add(lambda.stop);

  const queues = createQueues(stack, store);
  const topics = createTopics(stack, lambda.invokeAsync);
  const services = { lambda, sendMessage: queues.sendMessage, publish: topics.publish };
  const journal = openJournal(store);
  const machines = createStateMachines(readMachines(stack), journal, services, options.overrides, log);
  cleanup.add(machines.stop);
  const deliver: Deliver = (arn, payload) => {
    if (arn.includes(":stateMachine:")) machines.start(arn, randomName(), payload);
    else if (arn.startsWith("arn:aws:lambda:")) lambda.invokeAsync(arn, payload);
    else queues.send(arn, payload);
  };
  const events = createEvents(stack, deliver);
  const notify = notifierOf(stack, options.model, topics);
  const inference = container
    ? createInferenceEndpoint(container, objects, notify, stack.place.region, log)
    : refuseInferences;
  const awsApi = createAwsApi(
    { ...stepFunctionsApi(machines), ...events.api, ...queues.api, ...secretsApi(options.secrets) },
    log,
  );
  awsServices.serve(
    signedOnly(credentials, (request, response, body) =>
      request.url?.startsWith("/endpoints/") ? inference(request, response) : awsApi(request, response, body),
    ),
  );

  /** Resumes what was interrupted, and starts what the template schedules. */
  const begin = () => {
    machines.resume();
    cleanup.add(events.startSchedules());
  };
  return { engine: engine.name, endpoints, credentials, sdk, lambda, machines, begin };
}

/**
 * The engine with the template's tables. If they are new although an earlier run made them, the engine has lost or
 * never had them: what else is remembered belongs to jobs that are gone, so it goes too.
 */
async function startTables(options: CloudOptions, cleanup: Cleanup) {
  const { stack, store, dataDir, terminal } = options;
  const engine = await startEngine(options.engine, join(dataDir, "dynamodb.db"), options.log);
  cleanup.add(engine.stop);
  if (options.fresh && engine.isExternal) await deleteTables(stack, engine.url);
  const areNew = await createTables(stack, engine.url);
  if (areNew && readSetting(store, "tables") !== undefined) {
    terminal.say(`The table in ${engine.name} is new, so the jobs and keys of earlier runs are forgotten.`);
    forgetWork(store, dataDir);
  }
  writeSetting(store, "tables", engine.name);
  return engine;
}

/** Listens on the port of the last run if it is free, so that signed URLs stay valid over a restart. */
const listenLikeBefore =
  (store: Store, log: Log, cleanup: Cleanup) =>
  async (setting: string, preferred: number, handle: Handler): Promise<string> => {
    const listening = await listenNear(Number(readSetting(store, setting) ?? preferred), handle, { log });
    cleanup.add(listening.close);
    writeSetting(store, setting, String(listening.port));
    return listening.url;
  };

/** Announces the end of an inference to the topic that one of the template's outputs names. */
const notifierOf =
  (stack: Stack, model: Model | undefined, topics: ReturnType<typeof createTopics>): Notify =>
  (outcome, message) =>
    topics.publish(stack.output(model?.topicOutputs[outcome] ?? "") ?? "", message);
