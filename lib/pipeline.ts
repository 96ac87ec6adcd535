import { Duration } from "aws-cdk-lib";
import type { EventBus } from "aws-cdk-lib/aws-events";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { IGrantable } from "aws-cdk-lib/aws-iam";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import type { Pictures } from "./buckets.ts";
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
};

/** From an accepted request to an ended job: the tasks, the two state machines that run them, and the sweeper. */
export class Pipeline extends Construct {
  readonly generation: StateMachine;
  readonly sourceIngest: StateMachine;

  constructor(scope: Construct, id: string, { settings, table, pictures, inference, bus }: Parts) {
    super(scope, id);
    const shared = { TABLE_NAME: table.table.tableName, BUCKET_NAME: pictures.bucket.bucketName };
    const task = (name: string, entry: string, props: Partial<FunctionProps> = {}) =>
      lambdaFunction(this, name, {
        settings,
        entry: `lambdas/pipeline/${entry}.ts`,
        timeout: Duration.seconds(30),
        memoryMb: 512,
        ...props,
        environment: { ...shared, ...props.environment },
      });
    const pictureWork = { timeout: Duration.seconds(120), memoryMb: 2048, sharp: true };
    const model = { environment: { MODEL_VERSION: inference.modelVersion } };

    const ingestSource = task("IngestSource", "ingest-source", pictureWork);
    table.grant(ingestSource, ["ORG#"], ["GetItem", "UpdateItem"]);
    pictures.grantRead(ingestSource, "uploads");
    pictures.grantWrite(ingestSource, "sources");

    const prepareGeneration = task("PrepareGeneration", "prepare-generation", model);
    table.grant(prepareGeneration, ["ORG#"], ["GetItem", "UpdateItem"]);

    const startInference = task("StartInference", "start-inference");
    table.grant(startInference, ["ORG#"], ["GetItem", "PutItem"]);
    pictures.grantRead(startInference, "sources");
    pictures.grantWrite(startInference, "inference");
    inference.connect(startInference);

    const completeInference = task("CompleteInference", "complete-inference");
    table.grant(completeInference, ["ORG#"], ["GetItem"]);
    pictures.grantRead(completeInference, "inference-results");
    inference.onAnswer(completeInference);

    const approveCandidates = task("ApproveCandidates", "approve-candidates", { ...pictureWork, ...model });
    table.grant(approveCandidates, ["ORG#"], ["GetItem", "PutItem"]);
    pictures.grantRead(approveCandidates, "sources", "inference");
    pictures.grantWrite(approveCandidates, "outputs");

    const finishGeneration = task("FinishGeneration", "finish-generation");
    table.grant(finishGeneration, ["ORG#"], ["GetItem", "PutItem", "UpdateItem"]);

    this.sourceIngest = stateMachine(this, "SourceIngest", "source-ingest.asl.json", {
      IngestSource: ingestSource,
    });
    this.generation = stateMachine(
      this,
      "Generation",
      "generation.asl.json",
      {
        IngestSource: ingestSource,
        PrepareGeneration: prepareGeneration,
        StartInference: startInference,
        ApproveCandidates: approveCandidates,
        FinishGeneration: finishGeneration,
      },
      { EventBusName: bus.eventBusName },
    );
    bus.grantPutEventsTo(this.generation);
    this.generation.grantTaskResponse(completeInference);
    this.sweeper(task, table, bus);
  }

  /** The state machines' addresses, as the functions that start them read them. */
  get stateMachineArns() {
    return {
      GENERATION_STATE_MACHINE_ARN: this.generation.stateMachineArn,
      SOURCE_INGEST_STATE_MACHINE_ARN: this.sourceIngest.stateMachineArn,
    };
  }

  grantStartGeneration(...grantees: IGrantable[]): void {
    for (const grantee of grantees) this.generation.grantStartExecution(grantee);
  }

  grantStartIngest(...grantees: IGrantable[]): void {
    for (const grantee of grantees) this.sourceIngest.grantStartExecution(grantee);
  }

  private sweeper(
    task: (name: string, entry: string, props?: Partial<FunctionProps>) => NodejsFunction,
    table: ServiceTable,
    bus: EventBus,
  ): void {
    const sweep = task("Sweep", "sweep", {
      timeout: Duration.minutes(5),
      environment: { ...this.stateMachineArns, EVENT_BUS_NAME: bus.eventBusName },
    });
    table.grant(sweep, ["ORG#"], ["GetItem", "PutItem", "UpdateItem"]);
    table.grantOpenWork(sweep);
    bus.grantPutEventsTo(sweep);
    this.grantStartGeneration(sweep);
    this.grantStartIngest(sweep);
    new Rule(this, "SweepSchedule", {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(sweep)],
    });
  }
}
