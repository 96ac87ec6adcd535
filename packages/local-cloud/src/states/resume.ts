import type { StateMachineDefinition } from "aws-local-stepfunctions";
import { valueAt } from "../events/pattern.ts";
import type { Position } from "./journal.ts";

type State = StateMachineDefinition["States"][string];

/** The name of the state that waits for the rest of an interrupted Wait. */
export const resumedName = (state: string) => `${state} (resumed)`;

/**
 * The definition with which an interrupted execution resumes in its last state. A Wait for some seconds ends at the
 * time at which it would have ended without the interruption, and so does the timeout of the whole execution.
 */
export function definitionFrom(
  definition: StateMachineDefinition,
  position: Position,
  started: number,
): StateMachineDefinition {
  const state = definition.States[position.state];
  if (state === undefined) return definition;
  const left = (definition.TimeoutSeconds ?? 0) - (Date.now() - started) / 1000;
  const resumed = {
    ...definition,
    StartAt: position.state,
    ...(definition.TimeoutSeconds !== undefined && { TimeoutSeconds: Math.max(1, left) }),
  };
  const rest = restOfWait(state, position);
  if (rest === undefined) return resumed;
  // The rest is a separate state: when the execution comes back to the Wait, it waits in full.
  const name = resumedName(position.state);
  return { ...resumed, StartAt: name, States: { ...definition.States, [name]: rest } };
}

function restOfWait(state: State, { input, entered }: Position): State | undefined {
  if (state.Type !== "Wait") return undefined;
  const seconds = state.Seconds ?? (state.SecondsPath && valueAt(JSON.parse(input), state.SecondsPath));
  if (typeof seconds !== "number") return undefined;
  const left = entered / 1000 + seconds - Date.now() / 1000;
  return { ...state, Seconds: Math.max(0.001, left) }; // the library takes 0 seconds for none given
}
