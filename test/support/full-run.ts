/** The long runs (test/README.md) run at full size, `npm test` at a fraction of it. */
export const isFullRun = process.env.FULL_RUN !== undefined;
