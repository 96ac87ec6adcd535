import { Duration } from "aws-cdk-lib";
import type { EventBus } from "aws-cdk-lib/aws-events";
import { Policy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import type { Pictures } from "./buckets.ts";
import { credentialsReader, signsWith } from "./content-credentials.ts";
import { type FunctionProps, lambdaFunction } from "./function.ts";
import type { Inference } from "./inference/inference.ts";
import { readFunctions } from "./outputs.ts";
import { approvalVariables, declinesOf } from "./settings/backends.ts";
import type { StageSettings } from "./settings/stage.ts";
import { stateMachine } from "./state-machine.ts";
import { sweeper } from "./sweeper.ts";
import type { ServiceTable } from "./table.ts";

type Parts = {
  settings: StageSettings;
  table: ServiceTable;
  pictures: Pictures;
  inference: Inference;
  bus: EventBus;
  deadLetters: Queue;
};

const pictureWork = { timeout: Duration.seconds(120), memoryMb: 2048, sharp: true };
/** Pictures pass through in small buffers, which V8 and malloc otherwise release late. */
const tightMemory = { NODE_OPTIONS: "--max-semi-space-size=1", MALLOC_ARENA_MAX: "1" };

/** From an accepted request to an ended job: the tasks, the two state machines that run them, and the sweeper. */
export class Pipeline extends Construct {
  readonly generation: StateMachine;
  readonly sourceIngest: StateMachine;
  readonly sweep: LambdaFunction;
  readonly ingestSource: LambdaFunction;
  readonly approveCandidates: LambdaFunction;
  readonly completeInference: LambdaFunction;
  readonly pictureTaskMemoryMb = pictureWork.memoryMb;
  private readonly parts: Parts;

  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    this.parts = parts;
    const { settings } = parts;
    this.ingestSource = this.ingestSourceTask();
    this.approveCandidates = this.approveCandidatesTask();
    const startInference = this.startInferenceTask();
    this.sourceIngest = stateMachine(this, "SourceIngest", {
      settings,
      file: "source-ingest.asl.json",
      functions: { IngestSource: this.ingestSource },
    });
    this.generation = stateMachine(this, "Generation", {
      settings,
      file: "generation.asl.json",
      functions: {
        StartInference: startInference,
        ApproveCandidates: this.approveCandidates,
        FinishGeneration: this.finishGenerationTask(),
      },
    });
    this.startsGenerations(this.ingestSource);
    this.answersTasks(startInference, "states:SendTaskSuccess", "states:SendTaskFailure");
    this.completeInference = this.completeInferenceTask();
    this.sweep = sweeper(this, parts);
    this.startsGenerations(this.sweep);
    this.startsIngests(this.sweep);
  }

  /** Lets a function start generations. */
  startsGenerations(starter: LambdaFunction): void {
    this.generation.grantStartExecution(starter);
    starter.addEnvironment("GENERATION_STATE_MACHINE_ARN", this.generation.stateMachineArn);
  }

  /** Lets a function start ingests. An ingest that has ended starts the generation that waits for it. */
  startsIngests(starter: LambdaFunction): void {
    this.sourceIngest.grantStartExecution(starter);
    starter.addEnvironment("SOURCE_INGEST_STATE_MACHINE_ARN", this.sourceIngest.stateMachineArn);
  }

  /** Lets a function end a job from outside its execution: announce that, and end the task that waits for the model. */
  endsJobs(canceller: LambdaFunction): void {
    this.announces(canceller);
    this.answersTasks(canceller, "states:SendTaskFailure");
  }

  /** Lets a function publish events on the bus. */
  announces(publisher: LambdaFunction): void {
    const { bus } = this.parts;
    bus.grantPutEventsTo(publisher);
    publisher.addEnvironment("EVENT_BUS_NAME", bus.eventBusName);
  }

  /**
   * Lets a function answer task tokens, by a separate policy: with a statement in the role's default policy, function
   * and state machine would depend on each other.
   */
  private answersTasks({ node, role }: LambdaFunction, ...actions: string[]): void {
    const policy = new Policy(this, `${node.id}Answers`, {
      statements: [new PolicyStatement({ actions, resources: [this.generation.stateMachineArn] })],
    });
    role?.attachInlinePolicy(policy);
  }

  private ingestSourceTask(): LambdaFunction {
    const { table, pictures } = this.parts;
    const ingestSource = this.task("IngestSource", "ingest-source", {
      ...pictureWork,
      files: [credentialsReader],
      environment: { ...this.bucket.environment, ...tightMemory },
    });
    table.grant(ingestSource, "ORG#", ["GetItem", "PutItem", "UpdateItem"]);
    pictures.grantRead(ingestSource, "uploads");
    pictures.grantWrite(ingestSource, "sources");
    return ingestSource;
  }

  private startInferenceTask(): LambdaFunction {
    const { table, pictures, inference, settings } = this.parts;
    const startInference = this.task(readFunctions.inference, "start-inference", {
      environment: {
        ...this.bucket.environment,
        ...inference.versions,
        OUTPUTS_ARE_SIGNED: String(settings.contentCredentials !== undefined),
        MODEL_DECLINES: JSON.stringify(declinesOf(settings.inference)),
      },
    });
    table.grant(startInference, "ORG#", ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"]);
    table.grant(startInference, "DISCLOSURE#", ["GetItem"]);
    pictures.grantSignedRead(startInference, "sources");
    pictures.grantRead(startInference, "outputs");
    pictures.grantWrite(startInference, "inference");
    inference.allowInvoking(startInference);
    return startInference;
  }

  private completeInferenceTask(): LambdaFunction {
    const { table, pictures, inference, deadLetters } = this.parts;
    const completeInference = this.task("CompleteInference", "complete-inference", this.bucket);
    table.grant(completeInference, "ORG#", ["GetItem"]);
    pictures.grantRead(completeInference, "inference-results");
    this.answersTasks(completeInference, "states:SendTaskSuccess", "states:SendTaskFailure");
    completeInference.configureAsyncInvoke({
      onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
    });
    deadLetters.grant(completeInference, "sqs:SendMessage");
    inference.onResult(completeInference, deadLetters);
    return completeInference;
  }

  private approveCandidatesTask(): LambdaFunction {
    const { table, pictures, settings, inference } = this.parts;
    const { contentCredentials } = settings;
    const approveCandidates = this.task(readFunctions.approval, "approve-candidates", {
      ...pictureWork,
      signer: contentCredentials !== undefined,
      environment: {
        ...this.bucket.environment,
        ...tightMemory,
        APPROVAL: settings.approval,
        ...approvalVariables(settings.inference, settings.approval),
        ...inference.versions,
      },
    });
    table.grant(approveCandidates, "ORG#", ["GetItem", "UpdateItem"]);
    pictures.grantRead(approveCandidates, "sources", "inference");
    pictures.grantWrite(approveCandidates, "outputs", "previews");
    if (contentCredentials) signsWith(approveCandidates, contentCredentials);
    return approveCandidates;
  }

  private finishGenerationTask(): LambdaFunction {
    const { table, bus, inference } = this.parts;
    const finishGeneration = this.task("FinishGeneration", "finish-generation", {
      environment: { EVENT_BUS_NAME: bus.eventBusName, ...inference.versions },
    });
    table.grant(finishGeneration, "ORG#", ["GetItem", "BatchGetItem"]);
    table.grant(finishGeneration, ["ORG#", "DISCLOSURE#"], ["PutItem", "UpdateItem"]);
    bus.grantPutEventsTo(finishGeneration);
    return finishGeneration;
  }

  private get bucket() {
    return { environment: { BUCKET_NAME: this.parts.pictures.bucket.bucketName } };
  }

  private task(name: string, entry: string, props: Partial<FunctionProps> = {}): LambdaFunction {
    const { settings, table } = this.parts;
    return lambdaFunction(this, name, {
      settings,
      entry: `lambdas/pipeline/${entry}.ts`,
      timeout: Duration.seconds(30),
      memoryMb: 512,
      ...props,
      environment: { TABLE_NAME: table.table.tableName, ...props.environment },
    });
  }
}
