import * as v from "valibot";
import { AwsError, type Operations } from "../aws-api.ts";
import { randomName, type StateMachines } from "./engine.ts";
import type { Execution } from "./journal.ts";

const Start = v.object({
  stateMachineArn: v.string(),
  name: v.optional(v.string()),
  input: v.optional(v.string(), "{}"),
});
const Stop = v.object({
  executionArn: v.string(),
  error: v.optional(v.string()),
  cause: v.optional(v.string()),
});
const Describe = v.object({ executionArn: v.string() });
const Success = v.object({ taskToken: v.string(), output: v.string() });
const Failure = v.object({
  taskToken: v.string(),
  error: v.optional(v.string(), ""),
  cause: v.optional(v.string(), ""),
});

/** The Step Functions API that the service and its tests use. */
export function stepFunctionsApi(machines: StateMachines): Operations {
  return {
    "AWSStepFunctions.StartExecution": (input) => {
      const { stateMachineArn, name, input: data } = v.parse(Start, input);
      const { arn, started } = machines.start(stateMachineArn, name ?? randomName(), data);
      return { executionArn: arn, startDate: started / 1000 };
    },
    "AWSStepFunctions.StopExecution": (input) => {
      const { executionArn, error, cause } = v.parse(Stop, input);
      const { stopped } = machines.abort(executionArn, error, cause);
      return { stopDate: (stopped ?? Date.now()) / 1000 };
    },
    "AWSStepFunctions.DescribeExecution": (input) =>
      describe(machines.find(v.parse(Describe, input).executionArn)),
    "AWSStepFunctions.SendTaskSuccess": (input) => {
      const { taskToken, output } = v.parse(Success, input);
      if (!v.is(v.pipe(v.string(), v.parseJson()), output))
        throw new AwsError("InvalidOutput", "Invalid Output: 'The output is not JSON'");
      machines.tokens.succeed(taskToken, output);
    },
    "AWSStepFunctions.SendTaskFailure": (input) => {
      const { taskToken, error, cause } = v.parse(Failure, input);
      machines.tokens.fail(taskToken, error, cause);
    },
  };
}

function describe(execution: Execution) {
  const { arn, machine, name, status, started, stopped, input, output, error, cause } = execution;
  return {
    executionArn: arn,
    stateMachineArn: machine,
    name,
    status,
    startDate: started / 1000,
    input,
    ...(stopped !== null && { stopDate: stopped / 1000 }),
    ...(output !== null && { output }),
    ...(error !== null && { error }),
    ...(cause !== null && { cause }),
  };
}
