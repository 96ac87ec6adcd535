import { type Listening, listen, sendJson } from "@image-staging/local-cloud/http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withRequestLines } from "../src/request-lines.ts";

const said: string[] = [];
let front: Listening;

beforeAll(async () => {
  const handle = withRequestLines(
    ({ url = "" }, response) => {
      if (url.startsWith("/missing")) return sendJson(response, 404, { error: { code: "not_found" } });
      if (url.startsWith("/inbox")) return void response.writeHead(204).end();
      const body = { job_id: "job_1", status: "queued", key: "stg_live_secret" };
      return sendJson(response, 200, body);
    },
    (line) => said.push(line),
  );
  front = await listen(0, handle);
});
afterAll(() => front.close());

/** What is said of a request, its time left out. It is said when the answer has been sent. */
async function saidOf(path: string, method = "GET"): Promise<string[]> {
  said.length = 0;
  await (await fetch(front.url + path, { method })).text();
  await expect.poll(() => said.length).toBeGreaterThan(0);
  return said.map((line) => line.replace(/\b\d+ ms/, "N ms"));
}

test.each([
  ["a create names its job", "/api/v1/generations", "POST", "200 POST /generations N ms job_1"],
  ["a read has its path", "/api/v1/generations/job_1", "GET", "200 GET /generations/job_1 N ms"],
  ["a query is left out", "/api/v1/usage/summary?period=secret", "GET", "200 GET /usage/summary N ms"],
  ["a webhook", "/inbox", "POST", "204 POST /inbox N ms"],
  ["an error has its code", "/missing?x=1", "GET", "404 GET /missing N ms not_found"],
])("%s", async (_what, path, method, line) => {
  expect(await saidOf(path, method)).toEqual([line]);
});

test("a page and its files are served without a line", async () => {
  said.length = 0;
  await (await fetch(`${front.url}/playground/pages.css`)).text();
  expect(await saidOf("/api/v1/usage/summary")).toHaveLength(1);
});

test("a path cannot control the terminal", async () => {
  const [line] = await saidOf(`/api/v1/${"%1b".repeat(100)}`);
  expect(line).toMatch(/^200 GET \/[!-~]{119} N ms$/);
});
