import { basename } from "node:path";
import { Code } from "aws-cdk-lib/aws-lambda";
import { describe, expect, test, vi } from "vitest";
import { entries, loadedBy, needsOf } from "../support/stack/bundles.ts";
import { functionRoles, withFailureQueue } from "../support/stack/policies.ts";
import { appOf, contextWith, dev, templateOf } from "../support/stack/synthesize.ts";

// All that looks into bundles stands here: to make all of them takes longer than the other tests of the stack.
const template = templateOf(dev());
const roles = functionRoles(template);
const queued = withFailureQueue(template);
const idFits = (logicalId: string, name: string) => new RegExp(`${name}[0-9A-F]{8}$`).test(logicalId);
const named = (name: string) => [...roles].find(([id]) => idFits(id, name))?.[1];
const sorted = (values: Iterable<string>) => [...values].sort();

const fromAsset = vi.spyOn(Code, "fromAsset");
appOf(contextWith({ alarmEmail: "bundles@example.com" }));
const commands = fromAsset.mock.calls.map(([, options]) => options?.bundling?.command ?? []);
fromAsset.mockRestore();

test.each(Object.entries(entries))(
  "beside the bundle of %s lies what its code loads, and nothing else",
  async (_name, entry) => {
    const { sharp, files } = await loadedBy(entry);
    const [, carried, , ...beside] = commands.find(([bundled]) => bundled === entry) ?? [];
    expect(carried).toBe(sharp ? "sharp for arm64" : "sharp for no CPU");
    expect(beside.map((file) => basename(file).replace(/\.ts$/, ".mjs")).sort()).toEqual(files);
  },
);

/** If the simulated model answers all jobs, the call to SageMaker is in the bundle too; so is the key's, if nothing is signed. */
const ofAnotherStage = new Set([
  "sagemaker:InvokeEndpointAsync",
  "kms:Sign",
  "secretsmanager:GetSecretValue",
]);

describe.each(Object.entries(entries))("the role of %s", async (name, entry) => {
  const needs = await needsOf(entry);

  test("allows each action that the bundle's code uses, and no other", () => {
    const needed = [...needs.actions].filter((action) => !ofAnotherStage.has(action));
    if (queued.some((id) => idFits(id ?? "", name))) needed.push("sqs:SendMessage");
    expect(sorted(named(name)?.actions ?? [])).toEqual(sorted(needed));
  });

  test("allows each prefix of keys that the bundle's code uses, and no other", () => {
    expect(sorted(named(name)?.keyPrefixes ?? [])).toEqual(sorted(needs.keyPrefixes));
  });

  test("belongs to a function with each variable that the bundle's code reads, and no other", () => {
    const set = named(name)?.variables.filter((variable) => !readBelow.test(variable)) ?? [];
    const read = [...needs.variables].filter((variable) => !suppliedOtherwise.test(variable));
    expect(sorted(set)).toEqual(sorted(read));
  });
});

/** Read by Powertools, Node and malloc, not by the bundle's own code. */
const readBelow = /^(POWERTOOLS_|NODE_OPTIONS$|MALLOC_)/;

/** Set by Lambda itself, by the local service alone, or in stages with an endpoint or with content credentials. */
const suppliedOtherwise =
  /^(AWS_\w+|ALLOW_LOCAL_NETWORK|SITE_PARTS|INFERENCE_ENDPOINT_NAME|CREDENTIALS_\w+)$/;
