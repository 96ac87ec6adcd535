import { readFileSync } from "node:fs";
import { join } from "node:path";

type Json = ReturnType<JSON["parse"]>;

export type Retrier = {
  ErrorEquals: string[];
  IntervalSeconds?: number;
  MaxAttempts?: number;
  BackoffRate?: number;
  MaxDelaySeconds?: number;
  JitterStrategy?: string;
};
type Catcher = { ErrorEquals: string[]; ResultPath?: string | null; Next: string };
export type State = {
  Type: "Task" | "Pass" | "Wait" | "Succeed";
  Resource?: string;
  Parameters?: Json;
  ResultSelector?: Json;
  Result?: Json;
  ResultPath?: string | null;
  OutputPath?: string;
  Seconds?: number;
  TimestampPath?: string;
  TimeoutSeconds?: number;
  Retry?: Retrier[];
  Catch?: Catcher[];
  Next?: string;
  End?: boolean;
};
export type Definition = { StartAt: string; TimeoutSeconds?: number; States: Record<string, State> };

const folder = join(import.meta.dirname, "../../../state-machines");

/** A definition as it is deployed; a name in `${…}` stands for the function or topic of that name. */
export const definitionOf = (name: string): Definition =>
  JSON.parse(readFileSync(join(folder, `${name}.asl.json`), "utf8").replaceAll(/\$\{(\w+)\}/g, "$1"));

const known = new Set([
  ...["Type", "Resource", "Parameters", "ResultSelector", "Result", "ResultPath", "OutputPath", "Seconds"],
  ...["TimestampPath", "TimeoutSeconds", "Retry", "Catch", "Next", "End", "Comment"],
]);
const types = new Set(["Task", "Pass", "Wait", "Succeed"]);

/** Throws if a definition uses what the interpreter does not know: it would otherwise be ignored. */
export function requireKnown(name: string, { States }: Definition): void {
  for (const [title, state] of Object.entries(States)) {
    const unknown = Object.keys(state).find((key) => !known.has(key));
    if (unknown !== undefined || !types.has(state.Type))
      throw new Error(`${name}: the interpreter does not know ${unknown ?? state.Type} of "${title}".`);
  }
}
