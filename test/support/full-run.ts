/** The long runs (test/README.md) run at full size, `npm test` at a fraction of it. */
export const isFullRun = process.env.FULL_RUN !== undefined;

/** All of them in a full run, else the first and every `step`-th after it. */
export const sampleOf = <T>(all: readonly T[], step: number): T[] =>
  all.filter((_, index) => isFullRun || index % step === 0);
