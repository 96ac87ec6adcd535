import { queue } from "@image-staging/inference-contract/serving/queue";
import { startModelServer } from "@image-staging/inference-contract/serving/server";
import { startImage } from "@image-staging/inference-contract/test/image";
import { requestFor } from "@image-staging/inference-contract/test/request";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { simulated } from "../src/model.ts";
import { startContainer } from "./container.ts";

const lines: { status: number }[] = [];
const { url, stored, request, post, close } = await startContainer({ log: (line) => lines.push(line) });
afterAll(close);
beforeEach(() => stored.clear());

describe("the container", () => {
  test("answers a ping and an invocation, and logs the invocation", async () => {
    expect((await fetch(`${url}/ping`)).status).toBe(200);
    const answer = await post("/invocations", request());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toMatchObject({
      candidates: [{ candidate_id: "c1" }, { candidate_id: "c2" }],
    });
    expect([...stored.keys()]).toEqual(["c1", "c2"]);
    expect(lines.at(-1)).toMatchObject({ status: 200, duration_ms: expect.any(Number) });
  });

  test.each([
    ["what is no JSON", "{", 400, /JSON/],
    ["a wrong field", { ...requestFor({ width: 1, height: 1 }), seed: "7" }, 400, /seed/],
    ["more than 1 MiB", `"${"x".repeat(1_100_000)}"`, 413, /1 MiB/],
    [
      "a source that cannot be reached",
      {
        ...requestFor({ width: 1, height: 1 }),
        source: { url: "http://127.0.0.1:9/", width: 1, height: 1 },
      },
      502,
      /source/,
    ],
  ])("answers %s with an error", async (_, body, status, message) => {
    const answer = await post("/invocations", body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(message) });
  });

  test("has no other address", async () => {
    expect((await fetch(`${url}/invocations`)).status).toBe(404);
    expect((await post("/other", {})).status).toBe(404);
  });

  test("accepts faults only when it is started with them", async () => {
    const honest = await startModelServer(simulated);
    const answer = await fetch(`${honest.url}/faults`, { method: "POST", body: '{"next":[]}' });
    expect(answer.status).toBe(404);
    await honest.close();
  });

  test("reports a port that is taken", async () => {
    const port = Number(new URL(url).port);
    await expect(startModelServer(simulated, { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});

test("a queue runs no more than its limit and continues after a failure", async () => {
  const limited = queue(2);
  let [running, most] = [0, 0];
  const job = (nth: number) =>
    limited(async () => {
      running++;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running--;
      if (nth === 1) throw new Error("one fails");
      return nth;
    });
  const ended = await Promise.allSettled([0, 1, 2, 3, 4].map(job));
  expect(most).toBe(2);
  expect(ended.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
});

test("the container starts from what its image has", async () => {
  const { url, stop } = await startImage("packages/models/simulated/Dockerfile");
  expect((await fetch(`${url}/ping`)).status).toBe(200);
  await stop();
}, 60_000);
