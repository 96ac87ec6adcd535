import { announcedTypes } from "../../../lambdas/domain/webhook/events.ts";
import type { ChooseFault } from "../faults.ts";
import { type Execution, execute, TaskError } from "../machines/machine.ts";
import type { ActivityWorld } from "../simulation/activity.ts";
import { invoke } from "./functions.ts";

type Json = ReturnType<JSON["parse"]>;
type Answer = { output: Json } | { error: string; cause: string };
type Parts = {
  world: ActivityWorld & { clockError: () => number };
  choose: ChooseFault;
  /** The simulated model of sandboxes, in place of its function. */
  simulator: (input: Json) => Promise<Json>;
};

/** What happens to an invocation, a notification or an event on its way. */
export const deliveryFaults = {
  task: ["throttled", "service_error", "answer_lost"],
  direct: ["failed_before", "answer_lost"],
  notification: ["twice", "delayed"],
  event: ["twice", "delayed", "buried", "vanishes"],
  schedule: ["twice_at_once", "skipped"],
  execution: ["aborted"],
} as const;

/** Executions that an operator, or a limit of Step Functions, can end half-way: the sweeper ends their jobs. */
const abortable = new Set(["generation", "source-ingest"]);

export type Pipeline = ReturnType<typeof newPipeline>;

/** What runs and connects the functions: Step Functions, SNS, EventBridge and Lambda's own retries. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share the executions
export function newPipeline({ world, choose, simulator }: Parts) {
  const { schedule, random } = world;
  const executions = new Map<string, Execution>();
  const tokens = new Set<string>();
  const waiting = new Map<string, (answer: Answer) => void>();
  const deadLetters: Json[] = [];
  const failures: unknown[] = [];
  let events = 0;

  /** False if an execution of this name has ended, or runs with another input. */
  function startExecution(machine: string, name: string, input: Json): boolean {
    const key = `${machine}/${name}`;
    const known = executions.get(key);
    if (known) return known.status === "RUNNING" && JSON.stringify(known.input) === JSON.stringify(input);
    const execution = { machine, name, input, status: "RUNNING" };
    executions.set(key, execution);
    if (abortable.has(machine) && choose(`run ${machine}`, deliveryFaults.execution))
      schedule.after(random.next() ** 4 * 600_000, () => {
        if (execution.status === "RUNNING") execution.status = "ABORTED";
      });
    schedule.after(random.next() * 50, () => {
      execute(execution, { schedule, random, runTask }).catch((error) => failures.push(error));
    });
    return true;
  }

  async function runTask(_: Execution, resource: string, parameters: Json, token: string): Promise<Json> {
    if (resource.endsWith("sns:publish"))
      return publishDirectly("notify", parameters, ({ Message }) => notify(Message));
    if (resource.endsWith("sqs:sendMessage"))
      return publishDirectly("bury", parameters, ({ MessageBody }) => deadLetters.push(MessageBody));
    const { FunctionName, Payload } = parameters;
    if (!resource.endsWith("waitForTaskToken")) return { Payload: await runFunction(FunctionName, Payload) };
    tokens.add(token);
    return new Promise((resolve, reject) => {
      waiting.set(token, (answer) => {
        waiting.delete(token);
        if ("output" in answer) resolve(answer.output);
        else reject(new TaskError(answer.error, answer.cause));
      });
      runFunction(FunctionName, Payload).catch((error) => {
        waiting.delete(token);
        reject(error);
      });
    });
  }

  async function publishDirectly(name: string, parameters: Json, effect: (parameters: Json) => void) {
    await schedule.sleep(random.next() * 30);
    const fault = choose(`task ${name}`, deliveryFaults.direct);
    if (fault !== "failed_before") effect(parameters);
    if (fault !== null) throw new TaskError("SdkClientException", "Unable to execute the request");
    return {};
  }

  async function runFunction(name: string, payload: Json): Promise<Json> {
    await schedule.sleep(random.next() * 20);
    const fault = choose(`invoke ${name}`, deliveryFaults.task);
    if (fault === "throttled") throw new TaskError("Lambda.TooManyRequestsException", "Rate exceeded");
    if (fault === "service_error") throw new TaskError("Lambda.ServiceException", "Try again");
    const output = await (name === "Model" ? simulator(payload) : invoke(world, name, payload));
    if (fault === "answer_lost") throw new TaskError("Lambda.SdkClientException", "The answer was lost");
    return output;
  }

  /** Lambda's asynchronous invocation: two more tries, one and two minutes later, then the dead-letter queue. */
  async function invokeLater(name: string, event: Json): Promise<void> {
    for (const pause of [0, 60_000, 120_000]) {
      await schedule.sleep(pause + random.next() * 100);
      const failed = await invoke(world, name, event).then(
        () => false,
        () => true,
      );
      if (!failed) return;
    }
    deadLetters.push({ notification: event });
  }

  /** SNS delivers at least once. */
  function notify(message: Json): void {
    const event = { Records: [{ Sns: { Message: JSON.stringify(message) } }] };
    const fault = choose("deliver CompleteInference", deliveryFaults.notification);
    const delays =
      fault === "twice" ? [0, random.next() * 20_000] : [fault === "delayed" ? random.next() * 300_000 : 0];
    for (const delay of delays) schedule.after(delay, () => void invokeLater("CompleteInference", event));
  }

  /** EventBridge starts the delivery at least once, each time under another name; an event that vanishes has no trace. */
  function publish(type: string, detail: Json): void {
    if (!announcedTypes.some((announced) => announced === type)) return;
    const fault = choose("deliver webhook-delivery", deliveryFaults.event);
    // EventBridge tries for a day, and leaves what it could not hand over in the queue of the rule.
    if (fault === "buried") return void deadLetters.push({ ...detail, isOfBus: true });
    if (fault === "vanishes") return;
    const delays =
      fault === "twice" ? [0, random.next() * 20_000] : [fault === "delayed" ? random.next() * 300_000 : 0];
    for (const delay of delays)
      schedule.after(delay, () => startExecution("webhook-delivery", `event-${++events}`, detail));
  }

  function answerTask(token: string, answer: Answer): boolean {
    const waits = waiting.get(token);
    waits?.(answer);
    return waits !== undefined;
  }

  return { startExecution, answerTask, notify, publish, executions, tokens, deadLetters, failures };
}
