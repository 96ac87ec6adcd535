import { createServer } from "node:http";
import { operations } from "service/lambdas/api/contract/operations.ts";
import { expect, onTestFinished, test } from "vitest";
import { aroundAJob, billOf, metricsOfAMonth, total } from "../../src/cost/bill.ts";
import { countingObjects } from "../../src/cost/counting-objects.ts";
import { medianRise } from "../../src/cost/measured-jobs.ts";

const nothing = {
  transitions: 0,
  functions: {},
  table: { calls: 0, readUnits: 0, writeUnits: 0 },
  logBytes: 0,
};

test("the bill of 1,000 jobs has the requests to S3, SageMaker's included", () => {
  const bill = billOf({ ...nothing, objects: { puts: 6, gets: 8 } }, aroundAJob(2));
  const usd = (name: string) => bill.find((line) => line.name === name)?.usd;
  expect(usd("S3 requests")).toBeCloseTo(0.0332, 5);
  expect(usd("S3, by SageMaker")).toBeCloseTo(0.0054, 5);
});

test("jobs add the functions' metrics and API Gateway's detailed ones to a month", () => {
  const ofTheRoutes = 1.5 * operations.length;
  expect(metricsOfAMonth().map(({ usd }) => usd)).toEqual(
    [1.8, ofTheRoutes].map((usd) => expect.closeTo(usd, 5)),
  );
  expect(total(metricsOfAMonth().map(({ usd }) => usd))).toBeCloseTo(1.8 + ofTheRoutes, 5);
});

test("requests to S3 are counted by their price, and passed on as they are", async () => {
  const seen: string[] = [];
  const engine = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.host}`);
    request.pipe(response);
  });
  await new Promise<void>((listening) => engine.listen(0, "127.0.0.1", listening));
  const address = engine.address();
  const objects = await countingObjects();
  onTestFinished(() => {
    engine.close();
    objects.close();
  });
  objects.forward(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
  const put = await fetch(`${objects.url}/bucket/key`, { method: "PUT", body: "picture" });
  expect(await put.text()).toBe("picture");
  for (const [method, path] of [
    ["GET", "/bucket/key"],
    ["HEAD", "/bucket/key"],
    ["GET", "/bucket?list-type=2"],
    ["DELETE", "/bucket/key"],
  ])
    await (await fetch(`${objects.url}${path}`, { method: method ?? "" })).text();
  expect(objects.counted()).toEqual({ puts: 2, gets: 2 });
  expect(seen[0]).toBe(`PUT /bucket/key ${new URL(objects.url).host}`);
});

test("one repetition that the machine held up does not lengthen the others", () => {
  expect(medianRise([100, 110, 121, 5000, 5010, 5019])).toBe(10);
  expect(medianRise([0])).toBe(0);
});
