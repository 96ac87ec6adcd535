/** The long runs (test/README.md) run at full size, `npm test` at a fraction of it. */
export const isFullRun = process.env.FULL_RUN !== undefined;

/** How many do something at once, of whom `npm test` has a quarter: enough to contend, and each contends with all others. */
export const crowdOf = (many: number): number => (isFullRun ? many : Math.ceil(many / 4));

/** All of them in a full run, else the first and every `step`-th after it. */
export const sampleOf = <T>(all: readonly T[], step: number): T[] =>
  all.filter((_, index) => isFullRun || index % step === 0);
