import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onlyModel } from "@image-staging/laptop/model-variables";
import { synthesize } from "@image-staging/laptop/synthesize";
import { startReceiver } from "../../support/receiver.ts";
import { definitionOf } from "../../support/run-machine.ts";
import { startService } from "../../support/service.ts";
import { startFaultyModel } from "./faulty-model.ts";
import { type Interceptor, startProxy } from "./proxy.ts";

const machines = ["source-ingest.asl.json", "generation.asl.json"].map(definitionOf);
/** The functions that the state machines invoke. */
const tasks = machines.flatMap((machine) =>
  Array.from(JSON.stringify(machine).matchAll(/"FunctionName":"\$\{(\w+)\}"/g), ([, name = ""]) => name),
);
/** The functions of the pipeline that can be interrupted. */
export const workers = [...new Set([...tasks, "CompleteInference"])];

/**
 * The local service with a model that behaves as tests set it, proxies between its functions and AWS, no pauses between
 * retries, and a webhook receiver. The storage functions of this process work on its table.
 */
export async function startPipelineService() {
  const assembly = await synthesize();
  const model = await startFaultyModel();
  const receiver = await startReceiver();
  let interceptor: Interceptor = {};
  const startOne = () => startProxy(() => interceptor);
  const proxies = { dynamodb: await startOne(), s3: await startOne(), others: await startOne() };
  const states = machines.flatMap(({ States }) => Object.keys(States));
  const service = await startService({
    assembly,
    modelUrl: model.url,
    retries: Object.fromEntries(states.map((state) => [state, 1])),
    environment: {
      ...onlyModel,
      AWS_ENDPOINT_URL_DYNAMODB: proxies.dynamodb.url,
      AWS_ENDPOINT_URL_S3: proxies.s3.url,
      AWS_ENDPOINT_URL_SFN: proxies.others.url,
      AWS_ENDPOINT_URL_EVENTBRIDGE: proxies.others.url,
      AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME: proxies.others.url,
      // Approval's own tests look for drift: here it would take half a second a candidate.
      JUDGE_DRIFT: "false",
    },
  });
  proxies.dynamodb.forwardTo(service.endpoints.dynamodb);
  proxies.s3.forwardTo(service.endpoints.s3);
  proxies.others.forwardTo(service.endpoints.sfn);
  Object.assign(process.env, service.environment);
  const idOf = functionIds(assembly);

  return {
    model,
    /** Lets this interceptor alone see the calls of the functions from now on. */
    intercept: (next: Interceptor) => {
      interceptor = next;
    },
    /** Ends the threads of these functions as a crash would. */
    kill: (names: readonly string[]) => Promise.all(names.map((name) => service.killFunction(idOf(name)))),
    invoke: async (name: string, payload: unknown) => {
      const result = await service.invoke(idOf(name), JSON.stringify(payload));
      if ("error" in result) throw new Error(JSON.stringify(result.error));
      return JSON.parse(result.payload);
    },
    /** The lines that functions logged about a job. */
    logged: (jobId: string): { message: string; error?: { name: string } }[] =>
      service
        .readLog()
        .split("\n")
        .filter((line) => line.startsWith("{") && line.includes(jobId))
        .map((line) => JSON.parse(line)),
    newPartner: () => service.newPartner({ default_webhook_url: receiver.url }),
    webhooksOf: receiver.receivedFor,
    stop: async () => {
      await service.stop();
      for (const part of [...Object.values(proxies), model, receiver]) await part.close();
    },
  };
}
export type PipelineService = Awaited<ReturnType<typeof startPipelineService>>;

/** Logical ids of the template's functions by the name that their construct has. */
function functionIds(assembly: string) {
  const file = readdirSync(assembly).find((name) => name.endsWith(".template.json")) ?? "";
  const ids = Object.keys(JSON.parse(readFileSync(join(assembly, file), "utf8")).Resources);
  return (name: string) => {
    const id = ids.find((id) => new RegExp(`^Pipeline${name}[0-9A-F]{8}$`).test(id));
    if (id === undefined) throw new Error(`the template has no function ${name}`);
    return id;
  };
}

/** Whether what is called is the first that matches; later ones are not. */
export function firstOf(pattern: RegExp) {
  let isLeft = true;
  return (what: string) => {
    const isDue = isLeft && pattern.test(what);
    isLeft &&= !isDue;
    return isDue;
  };
}
