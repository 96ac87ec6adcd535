/** A reason not to start that the person at the terminal can act on: shown as one line, without a stack. */
export class StartupError extends Error {
  /** The option that can be set to mend it. */
  readonly option: "port" | "dataDir" | undefined;

  constructor(message: string, option?: "port" | "dataDir") {
    super(message);
    this.option = option;
  }
}

/** What is wrong, and which variable of the command sets the option that mends it. */
export const lineOf = ({ message, option }: StartupError): string =>
  option === undefined ? message : `${message} ${setBy[option]}`;

const setBy = { port: "PORT sets the port.", dataDir: "DATA_DIR sets the folder." };

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
