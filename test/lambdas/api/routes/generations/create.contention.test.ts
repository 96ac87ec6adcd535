import { afterAll, expect, test } from "vitest";
import { startApi } from "../../../../support/api.ts";
import { isFullRun } from "../../../../support/full-run.ts";
import { refurnish } from "../../../../support/requests.ts";
import { injectContention } from "../../../../support/transactions.ts";

const api = await startApi();
afterAll(() => api.stop());

const [count, cap] = isFullRun ? [500, 50] : [60, 20];

test(`of ${count} concurrent creates that contend for the slots as on DynamoDB, exactly ${cap} are granted, the rest get 429`, {
  timeout: 90_000,
}, async () => {
  const partner = await api.newPartner({
    limits: { create_generation_per_minute: 1_000_000, max_concurrent_jobs: cap },
  });
  const body = refurnish(await partner.addAsset());
  const contention = injectContention();
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const { status, headers } = await partner.send("createGeneration", { body });
      return { status, retryAfter: headers["retry-after"], ms: performance.now() - started };
    }),
  );
  const granted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status, retryAfter }) => status === 429 && retryAfter !== undefined);
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  console.log(`${count} contended creates: the slowest took ${Math.round(slowest)} ms, with`, contention);
  expect([granted.length, refused.length]).toEqual([cap, count - cap]);
  expect(contention.conflicts).toBeGreaterThan(cap);
});
