import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalService } from "../../../local/service.ts";
import { synthesize } from "../../../local/synthesize.ts";
import { newPipelinePartner } from "../../support/pipeline-partner.ts";
import { startReceiver } from "../../support/receiver.ts";
import { definitionOf } from "../../support/run-machine.ts";
import { startFaultModel } from "./fault-model.ts";
import { type Listener, startTap } from "./tap.ts";

const tasks = ["IngestSource", "StartInference", "ApproveCandidates", "FinishGeneration"];
/** The functions of the pipeline by which something can be interrupted. */
export const workers = [...tasks, "CompleteInference"] as const;

/**
 * The local service with a model that misbehaves as told, taps on the way from its functions to AWS, no pauses between
 * retries, and a webhook receiver. The storage functions of this process work on its table.
 */
export async function startPipelineService() {
  const dataDir = mkdtempSync(join(tmpdir(), "pipeline-"));
  const assembly = await synthesize();
  const model = await startFaultModel();
  const receiver = await startReceiver();
  let listener: Listener = {};
  const [dynamodb, s3, aws] = await Promise.all([1, 2, 3].map(() => startTap(() => listener)));
  if (!dynamodb || !s3 || !aws) throw new Error("a tap did not start");
  const states = ["source-ingest.asl.json", "generation.asl.json"].flatMap((file) =>
    Object.keys(definitionOf(file).States),
  );
  const service = await startLocalService({
    port: 0,
    dataDir,
    assembly,
    modelUrl: model.url,
    seed: false,
    retries: Object.fromEntries(states.map((state) => [state, 1])),
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
      AWS_ENDPOINT_URL_S3: s3.url,
      ...Object.fromEntries(
        ["SFN", "EVENTBRIDGE", "SAGEMAKER_RUNTIME"].map((it) => [`AWS_ENDPOINT_URL_${it}`, aws.url]),
      ),
    },
  });
  dynamodb.lead(service.endpoints.dynamodb);
  s3.lead(service.endpoints.s3);
  aws.lead(service.endpoints.sfn);
  Object.assign(process.env, service.environment);
  const idOf = functionIds(assembly);

  return {
    model,
    /** Tells this listener of every call of the functions from now on. */
    tap: (next: Listener) => {
      listener = next;
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
      readFileSync(join(dataDir, "service.log"), "utf8")
        .split("\n")
        .filter((line) => line.startsWith("{") && line.includes(jobId))
        .map((line) => JSON.parse(line)),
    newPartner: () => newPipelinePartner(service.baseUrl, receiver.url),
    /** The webhooks that came for a job. */
    webhooksOf: (jobId: string) => receiver.received.filter(({ body }) => body.includes(jobId)),
    stop: async () => {
      await service.stop();
      for (const part of [dynamodb, s3, aws, model]) part.stop();
      await receiver.close();
      rmSync(dataDir, { recursive: true, force: true });
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
