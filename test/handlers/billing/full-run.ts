/** `npm run test:ledger` runs these tests at full size, `npm test` at a fraction of it. */
export const isFullRun = process.env.LEDGER_TESTS === "full";
