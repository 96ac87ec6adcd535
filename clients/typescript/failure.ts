/** A reason to stop, as a sentence for the user. `exitCode`: 1 the service refused or failed, 2 wrong use. */
export class Failure extends Error {
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a program's main part; a Failure becomes one line and its exit code. */
export async function main(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}
