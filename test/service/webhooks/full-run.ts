/** `npm run test:webhooks` runs these tests at full size, `npm test` at a fraction of it. */
export const isFullRun = process.env.WEBHOOK_TESTS === "full";
