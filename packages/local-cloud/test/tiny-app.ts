import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { App, CfnOutput, Duration, Stack } from "aws-cdk-lib";
import { LambdaIntegration, RestApi } from "aws-cdk-lib/aws-apigateway";
import { AttributeType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { DefinitionBody, StateMachine, TaskInput } from "aws-cdk-lib/aws-stepfunctions";
import { LambdaInvoke, SqsSendMessage } from "aws-cdk-lib/aws-stepfunctions-tasks";

/** Keeps a note when it is posted, and counts its words when the state machine asks. */
const code = `
import { DynamoDBClient, PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
const { TABLE: TableName, MACHINE: stateMachineArn } = process.env;
const table = new DynamoDBClient();
const machines = new SFNClient();

export const keep = async ({ body, pathParameters: { id } }) => {
  await table.send(new PutItemCommand({ TableName, Item: { id: { S: id }, text: { S: body } } }));
  await machines.send(new StartExecutionCommand({ stateMachineArn, name: id, input: JSON.stringify({ id, text: body }) }));
  return { statusCode: 201, body: JSON.stringify({ id }) };
};

export const count = async ({ id, text }) => {
  const words = text.split(" ").length;
  const command = { TableName, Key: { id: { S: id } }, UpdateExpression: "SET words = :words", ExpressionAttributeValues: { ":words": { N: String(words) } } };
  await table.send(new UpdateItemCommand(command));
  return { id, words };
};
`;

/** An app that has nothing to do with any other: notes, kept by a route, counted by a state machine, sent to a queue. */
export function synthesizeNotes(folder: string): string {
  const source = join(folder, "source");
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, "index.mjs"), code);
  const context = { "aws:cdk:enable-asset-metadata": true };
  const app = new App({ outdir: join(folder, "assembly"), context });
  const stack = new Stack(app, "Notes");
  const table = new TableV2(stack, "Table", { partitionKey: { name: "id", type: AttributeType.STRING } });
  const queue = new Queue(stack, "Counted");
  new CfnOutput(stack, "QueueUrl", { value: queue.queueUrl });
  new CfnOutput(stack, "TableName", { value: table.tableName });
  const functionOf = (id: string, handler: string, environment: Record<string, string> = {}) =>
    new LambdaFunction(stack, id, {
      runtime: Runtime.NODEJS_24_X,
      code: Code.fromAsset(source),
      handler: `index.${handler}`,
      timeout: Duration.seconds(30),
      environment: { TABLE: table.tableName, ...environment },
    });
  const counting = new LambdaInvoke(stack, "Count the words", {
    lambdaFunction: functionOf("Count", "count"),
    outputPath: "$.Payload",
  });
  const telling = new SqsSendMessage(stack, "Tell the queue", {
    queue,
    messageBody: TaskInput.fromJsonPathAt("$"),
  });
  const machine = new StateMachine(stack, "Machine", {
    definitionBody: DefinitionBody.fromChainable(counting.next(telling)),
  });
  const keep = functionOf("Keep", "keep", { MACHINE: machine.stateMachineArn });
  const notes = new RestApi(stack, "Api").root.addResource("notes").addResource("{id}");
  notes.addMethod("PUT", new LambdaIntegration(keep));
  return app.synth().directory;
}
