import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BundlingOptions, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";

export const projectRoot = join(import.meta.dirname, "..");

/** On Lambda, credentials come from the environment: the SDK's other providers, loaded on demand only, stay out. */
const unusedCredentialProviders = [
  ...["ini", "process", "sso", "login", "web-identity", "http"].map(
    (provider) => `@aws-sdk/credential-provider-${provider}`,
  ),
  "@smithy/credential-provider-imds",
  "@aws-sdk/token-providers",
];

/** Loaded on demand for streamed events, of which DynamoDB and Step Functions have none: a tenth of an API bundle. */
const eventStreams = "@smithy/core/event-streams";

/** The bundle has no `require`, which CommonJS packages inside it call for Node's own modules. */
const requireInEsm = "import{createRequire as r}from'node:module';const require=r(import.meta.url);";

export type BundleChoices = {
  architecture: "arm64" | "x86_64";
  /** Whether the function processes pictures. */
  sharp: boolean;
  /** Whether sharp for the Lambda's own CPU is put beside the bundle. */
  carrySharp: boolean;
};

/** How esbuild makes a function's one file: ESM with the SDK inside, which loads faster than the runtime's copy. */
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

/** Puts sharp for the Lambda's own CPU beside the bundle, whatever machine synthesizes. Installed once, then copied. */
const sharpBeside = (cpu: Cpu) => ({
  beforeBundling: () => [],
  beforeInstall: () => [],
  afterBundling: (_inputDir: string, outputDir: string) => [
    `cp -R "${join(sharpFor(cpu), "node_modules")}" "${outputDir}/node_modules"`,
  ],
});

type Cpu = "arm64" | "x64";

function sharpFor(cpu: Cpu): string {
  const { version } = JSON.parse(readFileSync(join(projectRoot, "node_modules/sharp/package.json"), "utf8"));
  const folder = join(projectRoot, "node_modules/.cache", `sharp-${version}-linux-${cpu}`);
  if (!existsSync(join(folder, "node_modules/sharp"))) {
    const target = ["--os=linux", `--cpu=${cpu}`, "--libc=glibc"];
    const quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
    execFileSync("npm", ["install", "--prefix", folder, ...target, ...quiet, `sharp@${version}`], {
      stdio: "pipe",
    });
  }
  return folder;
}
