import * as v from "valibot";
import { failureOf } from "../failure.ts";
import { AwsRefusal } from "../service/aws.ts";

/** What a check of doctor found, and what to do about it (null if nothing). `unknown` is what could not be read. */
export type Finding = {
  check: string;
  state: "ok" | "warning" | "problem" | "unknown";
  finding: string;
  advice: string | null;
};

type Verdict = Omit<Finding, "check">;

export const ok = (finding: string): Verdict => ({ state: "ok", finding, advice: null });
export const warning = (finding: string, advice: string): Verdict => ({ state: "warning", finding, advice });
export const problem = (finding: string, advice: string): Verdict => ({ state: "problem", finding, advice });
export const unknown = (finding: string, advice: string): Verdict => ({ state: "unknown", finding, advice });

/** Makes a check. What it is not allowed to read is unknown; any other error is a problem. */
export async function check(name: string, look: () => Promise<Verdict>): Promise<Finding> {
  return { check: name, ...(await look().catch(verdictOf)) };
}

function verdictOf(error: unknown): Verdict {
  const { message } = failureOf(error);
  const code = error instanceof AwsRefusal ? error.code : error instanceof Error ? error.name : "";
  return /AccessDenied|NotAuthorized|UnknownOperation|InvalidAction/.test(code)
    ? unknown(message, "Ask with credentials that are allowed to read it.")
    : problem(message, "Repair what the message names, then run doctor again.");
}

/** AWS's answer as JSON of a shape; throws if it is not. */
export const json = <const S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> =>
  v.parse(v.pipe(v.string(), v.parseJson(), schema), text);
