import { failure, json, serviceOf, undone } from "../aws/answers.ts";
import type { Effects } from "../aws/call.ts";
import { bucketName, type Objects } from "../aws/objects.ts";
import { forward } from "../aws/table.ts";
import type { WireAnswer, WireRequest } from "../simulation/activity.ts";
import type { Pipeline } from "./pipeline.ts";
import type { TableWatch } from "./table-watch.ts";

type Parts = {
  objects: Objects;
  pipeline: Pipeline;
  watch: TableWatch;
  askModel: (inputLocation: string, inferenceId: string) => void;
};

/** What the services of AWS do with a request that has reached them. */
export function cloudOf({ objects, pipeline, watch, askModel }: Parts): Effects {
  const now = async (request: WireRequest): Promise<WireAnswer> => {
    switch (serviceOf(request)) {
      case "dynamodb": {
        const answer = await forward(request);
        await watch.note(request, answer);
        return answer;
      }
      case "states":
        return answerStates(pipeline, request);
      case "events": {
        for (const { DetailType, Detail } of JSON.parse(request.body.toString()).Entries)
          pipeline.publish(DetailType, JSON.parse(Detail));
        return json({ FailedEntryCount: 0, Entries: [{ EventId: "event" }] });
      }
      case "sagemaker": {
        const named = (name: string) =>
          Object.entries(request.headers).find(([header]) => header.toLowerCase() === name)?.[1] ?? "";
        const inferenceId = named("x-amzn-sagemaker-inference-id");
        askModel(named("x-amzn-sagemaker-inputlocation"), inferenceId);
        return json({ InferenceId: inferenceId, OutputLocation: `s3://${bucketName}/x` }, 202);
      }
      case "s3":
        return objects.answer(request);
    }
  };
  return {
    now,
    asBefore: async (request) => {
      const input = JSON.parse(request.body.toString());
      return "IndexName" in input ? watch.asBefore(input) : undone("BatchGetItem", request);
    },
  };
}

function answerStates(pipeline: Pipeline, request: WireRequest): WireAnswer {
  const operation = (request.headers["x-amz-target"] ?? "").split(".")[1];
  const input = JSON.parse(request.body.toString());
  if (operation === "StartExecution") {
    const machine = input.stateMachineArn.split(":").at(-1);
    const isNew = pipeline.startExecution(machine, input.name, JSON.parse(input.input));
    if (!isNew) return failure("ExecutionAlreadyExists");
    return json({ executionArn: `arn:aws:states:::execution:${machine}:${input.name}`, startDate: 1 });
  }
  const answer =
    operation === "SendTaskSuccess"
      ? { output: JSON.parse(input.output) }
      : { error: input.error as string, cause: input.cause as string };
  return pipeline.answerTask(input.taskToken, answer) ? json({}) : failure("TaskTimedOut");
}
