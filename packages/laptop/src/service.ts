import { join, resolve } from "node:path";
import { setEnvironmentData } from "node:worker_threads";
import { clientOf } from "@image-staging/local-cloud/dynamodb/tables";
import { isLoopback } from "@image-staging/local-cloud/hosts";
import { deferredHandler, listen } from "@image-staging/local-cloud/http";
import { type Cleanup, createCleanup, StartupError } from "@image-staging/local-cloud/lifecycle";
import { openLog } from "@image-staging/local-cloud/log";
import { runningContainer } from "@image-staging/local-cloud/sagemaker/container";
import { startTemplate, type TemplateOptions } from "@image-staging/local-cloud/start";
import { openStore, type Store } from "@image-staging/local-cloud/store";
import { silent } from "@image-staging/local-cloud/terminal";
import { parts } from "@image-staging/site/header";
import { handedOver } from "service/lib/outputs.ts";
import { type LocalCredentials, localCredentials } from "./content-credentials.ts";
import { describeService, type LocalService } from "./describe-service.ts";
import { createDocuments } from "./documents.ts";
import { failedHandler, frontHandler, startingHandler } from "./front.ts";
import { createInbox } from "./inbox.ts";
import { type ModelName, modelContainer } from "./model-container.ts";
import { modelVariables } from "./model-variables.ts";
import { createProgress } from "./progress.ts";
import { runProgram } from "./project.ts";
import { withRequestLines } from "./request-lines.ts";
import { resourceVariables } from "./resource-variables.ts";
import { type DevelopmentOrganizations, seedOrganizations } from "./seed.ts";
import { readSigningSecrets } from "./signing-secrets.ts";

export type LocalServiceOptions = Omit<TemplateOptions, "model"> & {
  /** Apply the deployed rules to source and webhook URLs: HTTPS and public addresses only. */
  strictNetwork?: boolean;
  /** Which model answers organizations that are no sandbox; by default the simulated one, which is the fastest. */
  model?: ModelName;
  /** A model container that runs already, to use instead. */
  modelUrl?: string;
  /** Sign outputs with content credentials, with a certificate that this machine makes. */
  signs?: boolean;
  /** Create the development organization and its sandbox. False for templates without the service's table. */
  seed?: boolean;
};

/** Allows plain HTTP and loopback addresses for sources and webhooks. No template sets it. */
const localNetwork = { ALLOW_LOCAL_NETWORK: "true" };
const networkOf = ({ strictNetwork }: LocalServiceOptions): Record<string, string> =>
  strictNetwork ? {} : localNetwork;
// The first thread that reads pictures limits their formats for all. On AWS a function has its process for itself.
setEnvironmentData("formatsLimited", new Int32Array(new SharedArrayBuffer(4)));

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
  const { fresh = false } = options;
  if (fresh) refuseToEmptyElsewhere(process.env.AWS_ENDPOINT_URL_DYNAMODB);
  const dataDir = resolve(options.dataDir);
  const store = openStore(dataDir, fresh, ["service.json"]);
  cleanup.add(() => store.close());
  const log = openLog(dataDir, cleanup);
  // The organization's webhook URL is below the base URL, so its port must be known first.
  const front = deferredHandler(startingHandler);
  const listening = await listen(options.port, front.handle, { log, fail: failedHandler });
  cleanup.add(listening.close);
  const baseUrl = listening.url;
  const inboxUrl = `${baseUrl}/inbox`;

  const opened = { baseUrl, dataDir, store, log };
  const credentials = options.signs ? await localCredentials(store, options.terminal ?? silent) : undefined;
  const progress = createProgress();
  const template = templateOptions(options, baseUrl, progress.hear, credentials);
  const { stack, cloud, api } = await startTemplate(template, opened, cleanup);
  const environment: Record<string, string> = {
    ...cloud.sdk,
    ...handedOver,
    ...resourceVariables(stack),
    ...credentials?.operator,
    ...networkOf(options),
  };
  const operator = { ...environment, ...localNetwork };
  const seed = options.seed === false ? noOrganizations : await seedOrganizations(store, inboxUrl, operator);
  const table = clientOf(stack, cloud.endpoints.dynamodb, cloud.credentials);
  cleanup.add(() => table.destroy());
  const served = frontHandler({
    inbox: inboxOf(store, table, operator),
    api,
    documents: createDocuments(join(dataDir, "documents"), baseUrl),
    apiKey: seed.api_key,
    objectStore: cloud.endpoints.s3,
    model: options.modelUrl === undefined ? (options.model ?? "simulated") : null,
    progressOf: progress.of,
  });
  front.serve(options.terminal ? withRequestLines(served, options.terminal.say) : served);
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
    endpoints: cloud.endpoints,
    tableName: environment.TABLE_NAME,
    bucketName: environment.BUCKET_NAME,
    environment,
    invoke: cloud.lambda.invoke,
    killFunction: cloud.lambda.kill,
    invocations: cloud.lambda.usage,
    transitions: cloud.machines.transitions,
    stop: cleanup.run,
  };
  describeService(service, join(dataDir, "service.json"), cleanup);
  return service;
}

/** What this service's template wants of the laptop's cloud. */
const templateOptions = (
  { model = "simulated", modelUrl, ...options }: LocalServiceOptions,
  baseUrl: string,
  onMessage: (message: unknown) => void,
  credentials: LocalCredentials = { environment: {}, secrets: {}, operator: {} },
): TemplateOptions => ({
  ...options,
  secrets: credentials.secrets,
  environment: {
    ...networkOf(options),
    PUBLIC_BASE_URL: baseUrl,
    SITE_PARTS: JSON.stringify(parts),
    ...modelVariables(model, modelUrl),
    ...credentials.environment,
    ...options.environment,
  },
  model: {
    container: (log) =>
      modelUrl === undefined ? modelContainer(model, log, { onMessage }) : runningContainer(modelUrl),
    topicOutputs: { Completed: "InferenceSuccessTopicArn", Failed: "InferenceErrorTopicArn" },
  },
  hear: onMessage,
  // They draw with SVG, which the tasks that read callers' pictures block in their whole process, and take much memory.
  needsProcess: (id) =>
    /^Inference(Simulator|Plans|Enhance)/.test(id) || (options.needsProcess?.(id) ?? false),
});

/** The receiver of all organizations: it checks what arrives, and redelivers by the operator's program. */
const inboxOf = (store: Store, table: ReturnType<typeof clientOf>, environment: Record<string, string>) =>
  createInbox(store, {
    findSecrets: async () =>
      environment.TABLE_NAME ? readSigningSecrets(table, environment.TABLE_NAME) : [],
    redeliver: (organizationId, jobId) =>
      runProgram("bin/admin.ts", ["webhook", "redeliver", organizationId, jobId, "--yes"], environment),
  });

/** To delete tables on this machine is what `fresh` asks for; on another machine they may be somebody else's. */
function refuseToEmptyElsewhere(endpoint: string | undefined): void {
  const url = endpoint ? URL.parse(endpoint) : null;
  if (url === null || isLoopback(url.hostname)) return;
  throw new StartupError(
    `--fresh does not delete tables on another machine (AWS_ENDPOINT_URL_DYNAMODB is ${endpoint}). Delete them there, or start without --fresh.`,
  );
}
