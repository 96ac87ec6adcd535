import { Duration } from "aws-cdk-lib";
import { type EventBus, Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import type { Pictures } from "./buckets.ts";
import { explain } from "./explained.ts";
import { type FunctionProps, lambdaFunction } from "./function.ts";
import type { Inference } from "./inference.ts";
import type { StageSettings } from "./stage.ts";
import { stateMachine } from "./state-machine.ts";
import type { ServiceTable } from "./table.ts";

type Parts = {
  settings: StageSettings;
  table: ServiceTable;
  pictures: Pictures;
  inference: Inference;
  bus: EventBus;
  deadLetters: Queue;
};

/** From an accepted request to an ended job: the tasks, the two state machines that run them, and the sweeper. */
export class Pipeline extends Construct {
  readonly generation: StateMachine;
  readonly sourceIngest: StateMachine;
  readonly sweep: NodejsFunction;
  readonly pictureTasks: NodejsFunction[];
  private readonly parts: Parts;

  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    this.parts = parts;
    const { settings, bus } = parts;
    const IngestSource = this.ingestSource();
    const ApproveCandidates = this.approveCandidates();
    const tasks = {
      IngestSource,
      PrepareGeneration: this.prepareGeneration(),
      StartInference: this.startInference(),
      ApproveCandidates,
      FinishGeneration: this.finishGeneration(),
    };
    this.pictureTasks = [IngestSource, ApproveCandidates];
    this.sourceIngest = stateMachine(this, "SourceIngest", {
      settings,
      file: "source-ingest.asl.json",
      functions: { IngestSource },
    });
    this.generation = stateMachine(this, "Generation", {
      settings,
      file: "generation.asl.json",
      functions: tasks,
      others: { EventBusName: bus.eventBusName },
    });
    bus.grantPutEventsTo(this.generation);
    this.completeInference();
    this.sweep = this.sweeper();
  }

  /** Lets a function start generations' pipelines. */
  startsGenerations(starter: NodejsFunction): void {
    this.generation.grantStartExecution(starter);
    starter.addEnvironment("GENERATION_STATE_MACHINE_ARN", this.generation.stateMachineArn);
  }

  /** Lets a function start ingests that no generation waits for. */
  startsIngests(starter: NodejsFunction): void {
    this.sourceIngest.grantStartExecution(starter);
    starter.addEnvironment("SOURCE_INGEST_STATE_MACHINE_ARN", this.sourceIngest.stateMachineArn);
  }

  private ingestSource(): NodejsFunction {
    const { table, pictures } = this.parts;
    const ingestSource = this.task("IngestSource", "ingest-source", { ...pictureWork, ...this.bucket });
    table.grant(ingestSource, "ORG#", ["GetItem", "UpdateItem"]);
    pictures.grantRead(ingestSource, "uploads");
    pictures.grantWrite(ingestSource, "sources");
    return ingestSource;
  }

  private prepareGeneration(): NodejsFunction {
    const { table, inference } = this.parts;
    const environment = { MODEL_VERSION: inference.modelVersion };
    const prepareGeneration = this.task("PrepareGeneration", "prepare-generation", { environment });
    table.grant(prepareGeneration, "ORG#", ["GetItem", "UpdateItem"]);
    return prepareGeneration;
  }

  private startInference(): NodejsFunction {
    const { table, pictures, inference } = this.parts;
    const startInference = this.task("StartInference", "start-inference", this.bucket);
    table.grant(startInference, "ORG#", ["GetItem", "PutItem"]);
    pictures.grantSignedRead(startInference, "sources");
    pictures.grantWrite(startInference, "inference");
    inference.connect(startInference);
    return startInference;
  }

  private completeInference(): void {
    const { table, pictures, inference, deadLetters } = this.parts;
    const completeInference = this.task("CompleteInference", "complete-inference", this.bucket);
    table.grant(completeInference, "ORG#", ["GetItem"]);
    pictures.grantRead(completeInference, "inference-results");
    completeInference.addToRolePolicy(
      new PolicyStatement({
        actions: ["states:SendTaskSuccess", "states:SendTaskFailure"],
        resources: [this.generation.stateMachineArn],
      }),
    );
    completeInference.configureAsyncInvoke({ onFailure: new SqsDestination(deadLetters) });
    inference.onAnswer(completeInference, deadLetters);
  }

  private approveCandidates(): NodejsFunction {
    const { table, pictures, inference } = this.parts;
    const approveCandidates = this.task("ApproveCandidates", "approve-candidates", {
      ...pictureWork,
      environment: { ...this.bucket.environment, MODEL_VERSION: inference.modelVersion },
    });
    table.grant(approveCandidates, "ORG#", ["GetItem", "PutItem"]);
    pictures.grantRead(approveCandidates, "sources", "inference");
    pictures.grantWrite(approveCandidates, "outputs");
    return approveCandidates;
  }

  private finishGeneration(): NodejsFunction {
    const finishGeneration = this.task("FinishGeneration", "finish-generation");
    this.parts.table.grant(finishGeneration, "ORG#", ["GetItem", "PutItem", "UpdateItem"]);
    return finishGeneration;
  }

  private sweeper(): NodejsFunction {
    const { table, bus } = this.parts;
    const sweep = this.task("Sweep", "sweep", {
      timeout: Duration.minutes(5),
      environment: { EVENT_BUS_NAME: bus.eventBusName },
    });
    table.grant(sweep, "ORG#", ["GetItem", "PutItem", "UpdateItem"]);
    table.grantOpenWork(sweep);
    bus.grantPutEventsTo(sweep);
    this.startsGenerations(sweep);
    this.startsIngests(sweep);
    const schedule = new Rule(this, "SweepSchedule", {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(sweep, { retryAttempts: 0 })],
    });
    explain(schedule, { "Serverless-EventBusDLQ": "A sweep that is lost is made up for a minute later." });
    return sweep;
  }

  private get bucket() {
    return { environment: { BUCKET_NAME: this.parts.pictures.bucket.bucketName } };
  }

  private task(name: string, entry: string, props: Partial<FunctionProps> = {}): NodejsFunction {
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

const pictureWork = { timeout: Duration.seconds(120), memoryMb: 2048, sharp: true };
