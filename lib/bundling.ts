import { join } from "node:path";
import { type BundlingOptions, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";
import { type Cpu, copyCommand, sharpFor } from "./sharp.ts";

export const projectRoot = join(import.meta.dirname, "..");

/** On Lambda, credentials come from the environment. The SDK loads its other providers on demand, so they are left out. */
const unusedCredentialProviders = [
  ...["ini", "process", "sso", "login", "web-identity", "http"].map(
    (provider) => `@aws-sdk/credential-provider-${provider}`,
  ),
  "@smithy/credential-provider-imds",
  "@aws-sdk/token-providers",
];

/** Loaded on demand for event streams, which DynamoDB and Step Functions do not have: a tenth of an API bundle. */
const eventStreams = "@smithy/core/event-streams";

/** An ES module has no `require`, which the CommonJS packages in the bundle call for Node's own modules. */
const requireInEsm = "import{createRequire as r}from'node:module';const require=r(import.meta.url);";

export type BundleChoices = {
  architecture: "arm64" | "x86_64";
  /** Whether the function processes pictures. */
  sharp: boolean;
  /** Whether sharp, built for the function's CPU, is put beside the bundle. */
  carrySharp: boolean;
};

/** The options for a function's single file: ESM with the SDK inside, which loads faster than the runtime's copy. */
export const bundlingOf = (entry: string, { architecture, sharp, carrySharp }: BundleChoices) =>
  ({
    format: OutputFormat.ESM,
    target: "node24",
    mainFields: ["module", "main"],
    minify: true,
    externalModules: [
      ...unusedCredentialProviders,
      ...(entry.startsWith("lambdas/api/") ? [eventStreams] : []),
      ...(sharp ? ["sharp"] : []),
    ],
    banner: requireInEsm,
    esbuildArgs: { "--alias:node:http": "./lambdas/runtime/node-http.cjs" },
    ...(sharp && carrySharp && { commandHooks: sharpBeside(architecture === "arm64" ? "arm64" : "x64") }),
  }) satisfies BundlingOptions;

/** Puts sharp beside the bundle, built for the function's CPU whatever machine synthesizes. */
const sharpBeside = (cpu: Cpu) => ({
  beforeBundling: () => [],
  beforeInstall: () => [],
  afterBundling: (_inputDir: string, outputDir: string) => [
    copyCommand(join(sharpFor(cpu), "node_modules"), join(outputDir, "node_modules")),
  ],
});
