import { simulated } from "@image-staging/simulated/model";
import { expect, test } from "vitest";
import { checkContainer } from "../src/check.ts";
import { startModelServer } from "../src/serving/server.ts";
import { broken } from "./broken-containers.ts";
import { type Habits, startContainer } from "./container.ts";

/** In a full run, each broken container; else every ninth. */
const isFullRun = process.env.FULL_RUN !== undefined;
const tried = broken.filter((_, index) => isFullRun || index % 9 === 0);

const listen = { host: "127.0.0.1", port: 0 };

async function brokenPoints(url: string) {
  const points = await checkContainer({ url, timeoutSeconds: 20, listen }, () => {});
  return points.filter(({ problems }) => problems.length > 0);
}

async function brokenIds(changes: Partial<Habits>): Promise<string[]> {
  const container = await startContainer(changes);
  const broken = await brokenPoints(container.url);
  container.close();
  return broken.map(({ id }) => id);
}

// Eight pictures of every size that is asked for: `npm run test:long -- pictures` draws them.
test.runIf(isFullRun)("the simulated model keeps every point", async () => {
  const model = await startModelServer(simulated);
  expect(await brokenPoints(model.url)).toEqual([]);
  await model.close();
});

test("a small honest container keeps every point", async () => {
  expect(await brokenIds({})).toEqual([]);
});

test("a container that declines what it cannot do keeps every point", async () => {
  const declined = { reason: "needs_trained_model", message: "This model stages photos of rooms only." };
  const answer: Habits["answer"] = (all, { capture_type }) =>
    capture_type === "photo" ? { ...all, candidates: [], declined } : all;
  expect(await brokenIds({ answer })).toEqual([]);
});

test.each(tried)(
  "a container that %s breaks exactly the points that forbid it",
  async (_, changes, points) => {
    expect(await brokenIds(changes)).toEqual(points);
  },
);

test("a container that never answers an invocation fails within the given time", async () => {
  const container = await startContainer({ before: () => new Promise(() => {}) });
  const points = await checkContainer({ url: container.url, timeoutSeconds: 0.05, listen }, () => {});
  container.close();
  const answers = points.find(({ id }) => id === "answers");
  expect(answers?.problems[0]).toBe("staging/photo/refurnish: no answer in time");
  expect(answers?.problems.length).toBe(8);
});
