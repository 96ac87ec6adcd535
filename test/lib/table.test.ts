import { expect, test } from "vitest";
import { appOf, contextWith, prodWithEndpoint, templateOf } from "../support/stack/synthesize.ts";

const settings = { restoredTable: "restored-20261130" };
const lost = templateOf(prodWithEndpoint());
const swapped = templateOf(
  appOf(contextWith({ stage: "prod", inferenceEndpointName: "staging" }, { name: "prod", settings })),
);
const lostId = Object.keys(lost.findResources("AWS::DynamoDB::Table"))[0] ?? "";

test("a restored table takes the place of the stack's own by its name, in every function and every grant", () => {
  const functions = Object.values(swapped.findResources("AWS::Lambda::Function"));
  const names = functions
    .map(({ Properties }) => Properties.Environment?.Variables?.TABLE_NAME)
    .filter(Boolean);
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names)).toEqual(new Set([settings.restoredTable]));
  expect(swapped.toJSON().Outputs.TableName.Value).toBe(settings.restoredTable);
  const granted = JSON.stringify(swapped.findResources("AWS::IAM::Policy"));
  expect(granted).toContain(`table/${settings.restoredTable}`);
  expect(granted).toContain(`table/${settings.restoredTable}/index/open-work`);
  expect(granted).not.toContain(lostId);
});

test("the stack keeps its own table, so that CloudFormation replaces and deletes nothing", () => {
  const tables = [lost, swapped].map((template) => template.findResources("AWS::DynamoDB::Table"));
  expect(tables[1]).toEqual(tables[0]);
});
