import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startContainer } from "./container.ts";

const run = promisify(execFile);
const root = new URL("../../../", import.meta.url).pathname;

const check = (...args: string[]) =>
  run(process.execPath, ["packages/inference-contract/src/main.ts", ...args], { cwd: root }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

test("a kept contract ends with 0 and a line for each point", async () => {
  const container = await startContainer();
  const { code, stdout } = await check("--url", container.url);
  container.close();
  expect(code).toBe(0);
  expect(stdout.match(/^PASS /gm)?.length).toBe(29);
  expect(stdout).toMatch(/The container keeps the contract\.\n$/);
});

test("a broken point ends with 1 and the reason under its line, as JSON too", async () => {
  const container = await startContainer({ answer: (all) => ({ ...all, candidates: [] }) });
  const lines = await check("--url", container.url);
  const json = await check("--url", container.url, "--json");
  container.close();
  expect(lines.code).toBe(1);
  expect(lines.stdout).toMatch(/^FAIL {2}some .*\n {6}staging\/photo\/refurnish: none was made$/m);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({ contract_version: "1.0", kept: false });
});

test.each([
  ["nothing answers", ["--url", "http://127.0.0.1:9"], /Nothing answers at http:\/\/127\.0\.0\.1:9/],
  ["no URL is given", [], /--url/],
  ["the URL is none", ["--url", "model"], /http\(s\) URL/],
  ["the time is none", ["--url", "http://127.0.0.1:9", "--timeout", "soon"], /seconds/],
])("what cannot be checked ends with 2: %s", async (_, args, message) => {
  const { code, stderr } = await check(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
