/** A reason not to start that the person at the terminal can act on: shown as one line, without a stack. */
export class StartupError extends Error {}

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
