import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { AssetHashType, DockerImage } from "aws-cdk-lib";
import { type AssetCode, Code } from "aws-cdk-lib/aws-lambda";
import { type BuildOptions, buildSync } from "esbuild";
import { type Cpu, sharpFor } from "./sharp.ts";

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

/** What every bundle has in common: one minified ES module. */
export const esModule = {
  absWorkingDir: projectRoot,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  mainFields: ["module", "main"],
  minify: true,
  banner: { js: requireInEsm },
  logLevel: "warning",
} satisfies BuildOptions;

/**
 * esbuild's options for a function's single file, with the SDK inside, which loads faster than the runtime's copy.
 *
 * @param entry the handler's file, from the project's root
 * @param sharp whether the function processes pictures: sharp is native code, so it stands next to the bundle
 */
export const bundlingOf = (entry: string, { sharp }: { sharp: boolean }): BuildOptions => ({
  ...esModule,
  entryPoints: [join(projectRoot, entry)],
  external: [
    ...unusedCredentialProviders,
    ...(entry.startsWith("lambdas/api/") ? [eventStreams] : []),
    ...(sharp ? ["sharp"] : []),
  ],
  alias: { "node:http": "./lambdas/runtime/node-http.cjs" },
});

/**
 * The code of a function. The CDK bundles it when the stack is synthesized, in this process: a child process a function
 * and the npm that finds esbuild for it take longer than the bundle.
 *
 * @param threads files that the handler runs as worker threads; each is a bundle next to it
 * @param carry the CPU for which sharp is put next to the bundle; none if the function does not carry it
 */
export function codeOf(
  entry: string,
  { sharp, threads = [], carry }: { sharp: boolean; threads?: readonly string[]; carry?: Cpu },
): AssetCode {
  const tryBundle = (outputDir: string): boolean => {
    buildSync({ ...bundlingOf(entry, { sharp }), outfile: join(outputDir, "index.mjs") });
    for (const thread of threads)
      buildSync({
        ...bundlingOf(thread, { sharp }),
        outfile: join(outputDir, `${basename(thread, ".ts")}.mjs`),
      });
    if (carry !== undefined)
      cpSync(join(sharpFor(carry), "node_modules"), join(outputDir, "node_modules"), { recursive: true });
    return true;
  };
  // The CDK takes two assets for one if source and command are equal. The image is never used: `tryBundle` bundles.
  const command = [entry, `sharp for ${carry ?? "no CPU"}`];
  const bundling = { image: DockerImage.fromRegistry("none"), command, local: { tryBundle } };
  return Code.fromAsset(projectRoot, { assetHashType: AssetHashType.OUTPUT, bundling });
}
