import { unprocessable } from "../../domain/errors.ts";
import { isSandboxReference, sandboxReferences } from "../../domain/generation/sandbox.ts";
import type { Caller } from "../chain/authenticate.ts";

/** Throws validation_error if the reference asks a sandbox for an ending that jobs do not have. */
export function requireKnownEnding({ organization }: Caller, reference: string | undefined): void {
  if (!organization.sandbox || reference === undefined || isSandboxReference(reference)) return;
  throw unprocessable(
    `reference asks the sandbox for an unknown ending: one of ${sandboxReferences.join(", ")}.`,
  );
}
