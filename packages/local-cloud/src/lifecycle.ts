import * as v from "valibot";

/** A reason not to start that the person at the terminal can act on: shown as one line, without a stack. */
export class StartupError extends Error {
  /** The option that can be set to mend it. */
  readonly option: "port" | "dataDir" | undefined;

  constructor(message: string, option?: "port" | "dataDir") {
    super(message);
    this.option = option;
  }
}

const setBy = { port: "PORT sets the port.", dataDir: "DATA_DIR sets the folder." };

const NotAllowed = v.object({ code: v.picklist(["EACCES", "EPERM", "EROFS"]), path: v.string() });

/**
 * What is wrong, and which variable of the command sets the option that mends it. A file or folder that this user may not
 * use is the person's to mend as well, whichever it is. Undefined for any other error.
 */
export function lineOf(error: unknown): string | undefined {
  if (v.is(NotAllowed, error))
    return `This user has no permission for ${error.path} (${error.code}): start as its owner, or change its permissions.`;
  if (!(error instanceof StartupError)) return undefined;
  return error.option === undefined ? error.message : `${error.message} ${setBy[error.option]}`;
}

/** What has been started and must be stopped, last first. */
export type Cleanup = { add: (stop: () => unknown) => void; run: () => Promise<void> };

export function createCleanup(): Cleanup {
  const stops: (() => unknown)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    run: async () => {
      for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
    },
  };
}
