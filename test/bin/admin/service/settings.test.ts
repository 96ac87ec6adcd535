import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { admin, result } from "../../../support/admin.ts";

const root = join(import.meta.dirname, "../../../..");
const folder = mkdtempSync(join(tmpdir(), "settings-"));
const file = join(folder, "cdk.json");
const read = () => readFileSync(file, "utf8");
const original = readFileSync(join(root, "cdk.json"), "utf8");

vi.spyOn(process, "cwd").mockReturnValue(folder);
beforeEach(() => copyFileSync(join(root, "cdk.json"), file));
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const prod = ["settings", "set", "prod", "--endpoint", "staging-v2"];
const certificate = "arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-1111-2222-333344445555";

test("settings of a stage are written into cdk.json, and everything else stays as it was written", async () => {
  const changed = await result(...prod, "--alarm-email", "night@example.com");
  expect(changed).toMatchObject({
    inference: { backend: "endpoint", endpointName: "staging-v2" },
    alarmEmail: "night@example.com",
    retainData: true,
  });
  expect(await result("settings", "show", "prod")).toEqual(changed);
  const expected = JSON.parse(original);
  expected.context.stages.prod = changed;
  expect(read().replace(/\s/g, "")).toBe(JSON.stringify(expected).replace(/\s/g, ""));
});

test("what fits into a line stays on one, as cdk.json is written by hand", async () => {
  await result(...prod);
  expect(read()).toContain(
    '\n        "inference": { "backend": "endpoint", "endpointName": "staging-v2" }\n',
  );
  expect(read()).toContain('\n        "throttle": { "requestsPerSecond": 1000, "burst": 2000 },\n');
});

test("the rendered model is a choice for production, with executions of its own", async () => {
  const changed = await result("settings", "set", "prod", "--model", "rendered");
  expect(changed).toMatchObject({ inference: { backend: "rendered" }, modelConcurrency: 100 });
  const more = await result("settings", "set", "prod", "--model-concurrency", "250");
  expect(more).toMatchObject({ inference: { backend: "rendered" }, modelConcurrency: 250 });
});

test("a domain is written with its certificate", async () => {
  await result(...prod, "--domain", "api.example.com", "--certificate", certificate);
  expect((await result("settings", "show", "prod")).domain).toEqual({
    name: "api.example.com",
    certificateArn: certificate,
  });
});

test("a dry run writes nothing", async () => {
  expect((await admin(...prod, "--dry-run")).said).toBe(
    "Would write these settings of stage prod into cdk.json",
  );
  expect(read()).toBe(original);
});

test.each([
  ["settings set prod", /Stage "prod" needs a model/],
  ["settings set night --alarm-email a@example.com", /no stage night in cdk.json: choose dev or prod/],
  ["settings set dev", /Nothing would change/],
  ["settings set dev --alarm-email night", /alarmEmail must be an e-mail address/],
  ["settings set dev --model-version 2.1", /--model-version must come with --endpoint/],
  ["settings set prod --model flux", /--model must be rendered/],
  ["settings set prod --model rendered --endpoint x", /can't be given together/],
  ["settings set prod --model rendered --model-concurrency 0", /--model-concurrency must be at least 1/],
  ["settings set dev --domain api.example.com", /--domain and --certificate must be given together/],
  [`settings set dev --domain API --certificate ${certificate}`, /domain.name must be a domain name/],
  ["settings show night", /no stage night/],
])("%s is refused with the sentence of a deployment", async (line, sentence) => {
  const { code, out, said } = await admin(...line.split(" "));
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(said).toMatch(sentence);
  expect(read()).toBe(original);
});
