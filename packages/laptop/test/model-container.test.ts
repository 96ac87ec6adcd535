import { eventually } from "@image-staging/local-cloud/test/assembly";
import { request } from "undici";
import { expect, test } from "vitest";
import { modelContainer } from "../src/model-container.ts";

test("the simulated model starts with the first work and ends when it is idle", async () => {
  const container = modelContainer("simulated", () => {}, { idleMs: 50 });
  // Fetch refuses its port, as every browser does.
  const ping = (url: string) => request(`${url}/ping`).then(({ statusCode }) => statusCode);
  const [first, second] = await Promise.all([
    container.use(async (url) => url),
    container.use(async (url) => url),
  ]);
  expect(first).toBe(second);
  const isGone = (url: string) =>
    eventually(() =>
      ping(url).then(
        () => false,
        () => true,
      ),
    );
  await isGone(first);
  expect(await container.use(ping)).toBe(200);
  const third = await container.use(async (url) => url);
  await container.stop();
  await isGone(third);
});
