import { StagingError } from "@image-staging/client";
import { lineOf } from "@image-staging/local-cloud/lifecycle";

/** A reason to stop, as a sentence for the user. `exitCode`: 1 the service refused or failed, 2 wrong use. */
export class Failure extends Error {
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a program's main part; a Failure, an error of the client, and a file that cannot be written become one line and an exit code. */
export async function main(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Failure) {
      console.error(error.message);
      process.exitCode = error.exitCode;
    } else if (error instanceof StagingError) {
      console.error(`${error.code}: ${error.message}`);
      process.exitCode = 1;
    } else {
      const line = lineOf(error);
      if (line === undefined) throw error;
      console.error(line);
      process.exitCode = 2;
    }
  }
}
