import { StateMachine, type StateMachineDefinition } from "aws-local-stepfunctions";
import * as v from "valibot";
import type { Stack } from "../template/stack.ts";

/** A state machine of the template. `definition` is valid ASL with its substitutions made. */
export type Machine = {
  id: string;
  arn: string;
  name: string;
  definition: StateMachineDefinition;
  tasks: TaskState[];
};

/** A Task state at any depth, with the fields that its handler needs. */
export type TaskState = { state: string; resource: string };

const Properties = v.object({
  DefinitionString: v.string(),
  DefinitionSubstitutions: v.optional(
    v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
    {},
  ),
});
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const Definition = v.pipe(
  v.string(),
  v.parseJson(),
  v.custom<StateMachineDefinition>((value) => isObject(value) && "States" in value && "StartAt" in value),
);
const Task = v.object({ Type: v.literal("Task"), Resource: v.string() });

/** A timer holds its milliseconds in 32 bits. A longer one fires at once. */
const longestSeconds = 2_000_000;

/** Reads the template's state machines. Their definitions are valid ASL: see checkDefinitions(). */
export function readMachines(stack: Stack): Machine[] {
  return readDefinitions(stack).map(({ id, arn, name, definition }) => {
    limitTimeouts(definition);
    return { id, arn, name, definition, tasks: [...walk(definition)].flatMap((entry) => taskOf(id, entry)) };
  });
}

/**
 * Throws if a definition of the template is not valid ASL, with what is wrong. It takes more than a second: done once for
 * an assembly, not at every start.
 */
export function checkDefinitions(stack: Stack): void {
  for (const { definition } of readDefinitions(stack)) new StateMachine(definition);
}

function readDefinitions(stack: Stack) {
  return stack
    .resources("AWS::StepFunctions::StateMachine", Properties)
    .map(({ id, name, ref, properties }) => {
      const source = Object.entries(properties.DefinitionSubstitutions).reduce(
        (text, [key, value]) => text.replaceAll(`\${${key}}`, JSON.stringify(String(value)).slice(1, -1)),
        properties.DefinitionString,
      );
      // The library sets $$.Execution itself in every run, and a resumed execution must keep its own. See contextOf().
      const definition = v.parse(
        Definition,
        source.replaceAll("$$.Execution.", () => "$$.Run."),
      );
      return { id, arn: ref, name, definition };
    });
}

function* walk(value: unknown): Generator<[string, object]> {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (isObject(inner)) yield [key, inner];
    yield* walk(inner);
  }
}

function taskOf(id: string, [state, value]: [string, object]): TaskState[] {
  const task = v.safeParse(Task, value);
  if (!task.success) return [];
  if ("HeartbeatSeconds" in value || "HeartbeatSecondsPath" in value)
    throw new Error(`${id}, state "${state}": the local host does not keep heartbeats`);
  return [{ state, resource: task.output.Resource }];
}

/** Limits timeouts to what the library can keep. It gives a task without one 60 seconds; AWS sets no limit. */
function limitTimeouts(definition: StateMachineDefinition) {
  if (definition.TimeoutSeconds !== undefined)
    definition.TimeoutSeconds = Math.min(definition.TimeoutSeconds, longestSeconds);
  for (const [, value] of walk(definition))
    if (v.is(Task, value) && !("TimeoutSecondsPath" in value)) {
      const seconds = "TimeoutSeconds" in value ? Number(value.TimeoutSeconds) : longestSeconds;
      Object.assign(value, { TimeoutSeconds: Math.min(seconds, longestSeconds) });
    }
}
