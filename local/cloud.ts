import { join } from "node:path";
import { createAwsApi } from "./aws-api.ts";
import { createTables, startDynamoDb } from "./dynamodb.ts";
import { sdkEnvironment } from "./endpoints.ts";
import { createEvents, type Deliver } from "./events/bus.ts";
import { deferredHandler, type Handler, listenNear } from "./http.ts";
import { readFunctions } from "./lambda/functions.ts";
import { type LambdaService, startLambdaService } from "./lambda/service.ts";
import type { Cleanup } from "./lifecycle.ts";
import type { Log } from "./log.ts";
import { createQueues } from "./queues.ts";
import { type ObjectStore, openObjects } from "./s3/objects.ts";
import { bucketsOf, createS3 } from "./s3/server.ts";
import { type Container, runningContainer, simulatedContainer } from "./sagemaker/container.ts";
import { createInferenceEndpoint, type Notify } from "./sagemaker/endpoint.ts";
import { stepFunctionsApi } from "./states/api.ts";
import { createStateMachines, randomName } from "./states/engine.ts";
import { openJournal } from "./states/journal.ts";
import { readMachines } from "./states/machines.ts";
import type { TimeOverrides } from "./states/run.ts";
import { readSetting, type Store, writeSetting } from "./store.ts";
import type { Stack } from "./template/stack.ts";
import { createTopics } from "./topics.ts";

type CloudOptions = {
  stack: Stack;
  store: Store;
  dataDir: string;
  /** Added to every function's variables. */
  environment: Record<string, string>;
  overrides: TimeOverrides;
  /** A model container that runs already; the simulated one is started otherwise. */
  modelUrl: string | undefined;
  log: Log;
};

/** The AWS services that the template needs, running. What was started is given to `cleanup`. */
export type Cloud = Awaited<ReturnType<typeof startCloud>>;

export async function startCloud(options: CloudOptions, cleanup: Cleanup) {
  const { stack, store, dataDir, log } = options;
  const objects = openObjects(store, join(dataDir, "s3"));
  const s3 = await listenLikeBefore(store, "s3 port", createS3(bucketsOf(stack), objects), cleanup);
  const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const { url: dynamodb, stop } = await startDynamoDb(join(dataDir, "dynamodb.db"), engine, log);
  cleanup.add(stop);
  await createTables(stack, dynamodb);
  // Ends after the functions: the work that it leaves is not announced to them as failed.
  const container =
    options.modelUrl === undefined ? simulatedContainer(log) : runningContainer(options.modelUrl);
  cleanup.add(container.stop);

  // The functions are started with the address of the services that they call, and these services call functions.
  const awsServices = deferredHandler();
  const aws = await listenLikeBefore(store, "aws port", awsServices.handle, cleanup);
  const endpoints = { dynamodb, s3, sfn: aws, eventbridge: aws, sqs: aws, sagemaker_runtime: aws };
  const sdk = sdkEnvironment(endpoints, stack.place);
  const lambda = startLambdaService(readFunctions(stack, { ...sdk, ...options.environment }), log);
  cleanup.add(lambda.stop);

  const queues = createQueues(stack, store);
  const services = { lambda, sendMessage: queues.sendMessage };
  const journal = openJournal(store);
  const machines = createStateMachines(readMachines(stack), journal, services, options.overrides, log);
  cleanup.add(machines.stop);
  const deliver: Deliver = (arn, payload) => {
    if (arn.includes(":stateMachine:")) machines.start(arn, randomName(), payload);
    else if (arn.startsWith("arn:aws:lambda:")) lambda.invokeAsync(arn, payload);
    else queues.send(arn, payload);
  };
  const events = createEvents(stack, deliver);
  const inference = serveInference(stack, container, objects, lambda, log);
  const awsApi = createAwsApi({ ...stepFunctionsApi(machines), ...events.api, ...queues.api }, log);
  awsServices.serve((request, response) =>
    request.url?.startsWith("/endpoints/") ? inference(request, response) : awsApi(request, response),
  );

  /** Resumes what was interrupted, and starts what the template schedules. */
  const begin = () => {
    machines.resume();
    cleanup.add(events.startSchedules());
  };
  return { endpoints, sdk, lambda, machines, begin };
}

/** Listens on the port of the last run where it is free, so that signed URLs stay valid over a restart. */
async function listenLikeBefore(
  store: Store,
  setting: string,
  handle: Handler,
  cleanup: Cleanup,
): Promise<string> {
  const listening = await listenNear(Number(readSetting(store, setting) ?? 0), handle);
  cleanup.add(listening.close);
  writeSetting(store, setting, String(listening.port));
  return listening.url;
}

/** The endpoint in front of the model; its notifications go to the topics that the template's outputs name. */
function serveInference(
  stack: Stack,
  container: Container,
  objects: ObjectStore,
  lambda: LambdaService,
  log: Log,
) {
  const topics = createTopics(stack, lambda.invokeAsync);
  const topicOf = {
    Completed: stack.output("InferenceSuccessTopicArn"),
    Failed: stack.output("InferenceErrorTopicArn"),
  };
  const notify: Notify = (outcome, message) => topics.publish(topicOf[outcome] ?? "", message);
  return createInferenceEndpoint(container, objects, notify, stack.place.region, log);
}
