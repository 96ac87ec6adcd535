import { startImage } from "@image-staging/inference-contract/test/image";
import { expect, test } from "vitest";

test("the container starts from what its image has, and answers a ping", async () => {
  const { url, stop } = await startImage("packages/models/plans/Dockerfile");
  expect((await fetch(`${url}/ping`)).status).toBe(200);
  const refused = await fetch(`${url}/invocations`, { method: "POST", body: "{" });
  expect(refused.status).toBe(400);
  await stop();
}, 60_000);
