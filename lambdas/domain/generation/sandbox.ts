import { type FailureCode, failureCodes, isFailureCode, JobFailure } from "../failures.ts";
import type { Generation } from "./generation.ts";

/** A job of a sandbox chooses how it ends by its reference: a failure code, `mask_proposed` or `slow`, after this prefix. */
const prefix = "sandbox:";

/** Codes that a caller provokes as it does outside a sandbox: a job that it cancels has `cancelled`. */
const provokedByCallers = new Set(["cancelled"]);

/** Every reference that decides how a job of a sandbox ends, in the order of the failure codes. */
export const sandboxReferences: readonly string[] = [
  ...Object.keys(failureCodes).filter((code) => !provokedByCallers.has(code)),
  "mask_proposed",
  "slow",
].map((ending) => prefix + ending);

/**
 * Whether a sandbox takes this reference. One with the prefix and an unknown ending is a slip of the pen: its job would
 * succeed, and the test that sent it would test nothing.
 */
export const isSandboxReference = (reference: string): boolean =>
  !reference.startsWith(prefix) || sandboxReferences.includes(reference);

/** What the simulated model is asked to do wrong. */
export type ModelFault = "refuse" | "time_out" | "score_low" | "propose" | "slow";

/** The endings that the simulated model brings about, as a real one would; the pipeline brings about all others. */
const modelFaults = new Map<string, ModelFault>([
  ["inference_failed", "refuse"],
  ["inference_timeout", "time_out"],
  ["no_approved_output", "score_low"],
  ["mask_proposed", "propose"],
  ["slow", "slow"],
]);

type SandboxJob = Pick<Generation, "sandbox" | "reference">;

/** The ending that a job of a sandbox chose, or null; null for every job of another organization. */
const chosenEnding = ({ sandbox, reference }: SandboxJob): string | null =>
  sandbox && reference !== null && sandboxReferences.includes(reference)
    ? reference.slice(prefix.length)
    : null;

/** Whether a job chose how it ends. Outputs that were approved before would end it otherwise. */
export const choosesItsEnding = (job: SandboxJob): boolean => chosenEnding(job) !== null;

/** What the simulated model does wrong for a job, or null. */
export const modelFaultOf = (job: SandboxJob): ModelFault | null =>
  modelFaults.get(chosenEnding(job) ?? "") ?? null;

/** The failure with which the pipeline itself ends a job: its ingest's, if it has one, else its first task's. */
export function chosenFailureCode(job: SandboxJob): FailureCode | null {
  const ending = chosenEnding(job) ?? "";
  return isFailureCode(ending) && !modelFaults.has(ending) ? ending : null;
}

export const simulatedFailure = (code: FailureCode): JobFailure =>
  new JobFailure(code, `Simulated, because the reference is ${prefix}${code}.`);
