import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { logGroupOf, logGroupsOf } from "../../bin/admin/service/log-groups.ts";
import { variablesOf } from "../../bin/admin/service/logs.ts";
import { operations } from "../../lambdas/api/contract/operations.ts";
import { publicPages } from "../../lambdas/api/public-pages.ts";
import { prodWithRendered, templateOf } from "../support/stack/synthesize.ts";

const runbooks = readFileSync(new URL("../../docs/runbooks.md", import.meta.url), "utf8");
const template = templateOf(prodWithRendered()).toJSON();
const resources = Object.entries<{ Type: string }>(template.Resources).map(([id, { Type }]) => ({
  LogicalResourceId: id,
  PhysicalResourceId: id,
  ResourceType: Type,
  ResourceStatus: "CREATE_COMPLETE" as const,
  LastUpdatedTimestamp: new Date(0),
}));
const groups = logGroupsOf(resources);

test("each route has a log by the name that its alarm has, and no two the same", async () => {
  const found = await Promise.all(
    operations.map(({ method, path }) => logGroupOf(groups, `${method} ${path}`)),
  );
  expect(new Set(found.map(({ log_group }) => log_group)).size).toBe(operations.length);
  for (const { method, path } of publicPages)
    expect((await logGroupOf(groups, `Errors of ${method} ${path}`)).name).toMatch(
      /^(DisclosurePageShow|VerifyCheck)$/,
    );
});

test("every name of a log in the runbooks has its log", async () => {
  const names = Array.from(runbooks.matchAll(/admin logs ([a-z][a-z-]+)/g), ([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(4);
  const known = names.filter((name) => name !== "executions");
  for (const name of known) expect((await logGroupOf(groups, name)).name, name).toBeTruthy();
});

test("every variable that the runbooks use is printed", () => {
  const used = new Set(Array.from(runbooks.matchAll(/\$([A-Z_]{3,})/g), ([, name = ""]) => name));
  for (const name of used) expect(Object.keys(variablesOf(resources))).toContain(name);
});

test("Lambda writes of every function in JSON, by which the filter for errors finds time-outs and crashes", () => {
  const functions = Object.values<{ Type: string; Properties: { LoggingConfig?: { LogFormat?: string } } }>(
    template.Resources,
  ).filter(({ Type }) => Type === "AWS::Lambda::Function");
  const formats = functions.map(({ Properties }) => Properties.LoggingConfig?.LogFormat);
  expect(new Set(formats)).toEqual(new Set(["JSON"]));
});
