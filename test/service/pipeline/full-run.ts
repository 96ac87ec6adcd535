/** `npm run test:pipeline` runs these tests at full size, `npm test` at a fraction of it. */
export const isFullRun = process.env.PIPELINE_TESTS === "full";
