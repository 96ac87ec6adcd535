import { copyFileSync, cpSync, existsSync, globSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { AssetHashType, DockerImage } from "aws-cdk-lib";
import { type AssetCode, Code } from "aws-cdk-lib/aws-lambda";
import { type BuildOptions, buildSync } from "esbuild";
import { type Cpu, sharpFor } from "./sharp.ts";
import { installSigner, signerName } from "./signer.ts";

export const projectRoot = join(import.meta.dirname, "..");
const routesFolder = "lambdas/api/routes/";

/** What a handler needs beside its bundle: libraries, threads that it starts, files of packages, and scripts of its pages. */
export interface Beside {
  /** Whether it processes pictures: sharp is native code, so it stands next to the bundle and not in it. */
  sharp?: boolean;
  /** Files that run as worker threads, from the project's root: each is bundled by its name. */
  threads?: readonly string[];
  /** Files of packages, by the package and their path in it: each is copied by its name. */
  files?: readonly string[];
  /** Packages of fonts, as imports name them: each is copied to a folder of its name. */
  fonts?: readonly string[];
  /** Whether what it imports on demand lies beside its bundle, and not in it. */
  splits?: boolean;
  /** Files that run in browsers, from the project's root: each is bundled by its name. */
  scripts?: readonly string[];
  /** Whether it carries the library that signs pictures, which runs on x64 only. */
  signer?: boolean;
}

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

/**
 * An ES module has no `require`, which the CommonJS packages in the bundle call for Node's own modules. esbuild does not
 * know the names of a banner: a short one can be a minified name too.
 */
const requireInEsm = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";

/** Nor has it `__dirname`, by which some of them find their own files. */
const directoryInEsm = { __dirname: "import.meta.dirname" };

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
  define: directoryInEsm,
  logLevel: "warning",
} satisfies BuildOptions;

/** A script of a page: one minified ES module for browsers of the last years. */
const inBrowsers = {
  absWorkingDir: projectRoot,
  bundle: true,
  platform: "browser",
  format: "esm",
  target: "es2022",
  minify: true,
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

let routes: Map<string, Uint8Array> | undefined;

/** The bundles of all routes by entry. Made at once, in a third of the time: esbuild reads the SDK once. */
function bundleRoutes(): Map<string, Uint8Array> {
  const entries = globSync(`${routesFolder}**/*.ts`, { cwd: projectRoot });
  const { outputFiles } = buildSync({
    ...bundlingOf(routesFolder, { sharp: false }),
    entryPoints: Object.fromEntries(entries.map((entry) => [entry, join(projectRoot, entry)])),
    outdir: projectRoot,
    write: false,
  });
  return new Map(outputFiles.map(({ path, contents }) => [path, contents]));
}

/** Writes the bundle of one entry as `index.mjs`, and what it imports on demand into files beside it. */
function bundleSplit(entry: string, folder: string): void {
  buildSync({
    ...bundlingOf(entry, { sharp: false }),
    entryPoints: { index: join(projectRoot, entry) },
    splitting: true,
    outExtension: { ".js": ".mjs" },
    outdir: folder,
  });
}

/** Writes the bundle of one entry: of a route, the same bytes as if it were made alone. */
function bundleOne(entry: string, sharp: boolean, outfile: string): void {
  if (sharp || !entry.startsWith(routesFolder)) {
    buildSync({ ...bundlingOf(entry, { sharp }), outfile });
    return;
  }
  routes ??= bundleRoutes();
  const bundle = routes.get(join(projectRoot, `${entry}.js`));
  if (!bundle) throw new Error(`There is no route ${entry}.`);
  writeFileSync(outfile, bundle);
}

/** The path of a package's file, also of one that its manifest does not export. */
function pathOf(file: string): string {
  const { resolve } = createRequire(import.meta.url);
  const paths = (resolve.paths(file) ?? []).map((folder) => join(folder, file));
  return paths.find((path) => existsSync(path)) ?? resolve(file);
}

/** Writes a function's bundle, and what it needs beside it, into a folder. */
export function bundleInto(
  folder: string,
  entry: string,
  { sharp = false, threads = [], files = [], fonts = [], scripts = [], splits = false }: Beside,
): void {
  if (splits) bundleSplit(entry, folder);
  else bundleOne(entry, sharp, join(folder, "index.mjs"));
  for (const thread of threads) bundleOne(thread, sharp, join(folder, `${basename(thread, ".ts")}.mjs`));
  for (const script of scripts)
    buildSync({
      ...inBrowsers,
      entryPoints: [script],
      outfile: join(folder, `${basename(script, ".ts")}.mjs`),
    });
  const { resolve } = createRequire(import.meta.url);
  for (const file of files) copyFileSync(pathOf(file), join(folder, basename(file)));
  for (const font of fonts)
    cpSync(dirname(resolve(`${font}/unicode.json`)), join(folder, basename(font)), {
      recursive: true,
      filter: (file) => !/\.\w+$/.test(file) || /(unicode\.json|LICENSE|-wght-normal\.woff2)$/.test(file),
    });
}

/**
 * The code of a function. The CDK bundles it when the stack is synthesized, in this process: a child process a function
 * and the npm that finds esbuild for it take longer than the bundle.
 *
 * @param carry the CPU for which sharp is put next to the bundle; none if the function does not carry it
 */
export function codeOf(
  entry: string,
  { carry, signer = false, ...contents }: Beside & { carry?: Cpu },
): AssetCode {
  const tryBundle = (outputDir: string): boolean => {
    bundleInto(outputDir, entry, contents);
    if (carry !== undefined)
      cpSync(join(sharpFor(carry), "node_modules"), join(outputDir, "node_modules"), { recursive: true });
    if (signer)
      cpSync(installSigner(), join(outputDir, "node_modules", signerName), {
        recursive: true,
        filter: isLibrary,
      });
    return true;
  };
  // The CDK takes two assets for one if source and command are equal. The image is never used: `tryBundle` bundles.
  const { threads = [], files = [], fonts = [], scripts = [] } = contents;
  const beside = [...threads, ...files, ...fonts, ...scripts];
  const command = [entry, `sharp for ${carry ?? "no CPU"}`, `signer ${signer}`, ...beside];
  const bundling = { image: DockerImage.fromRegistry("none"), command, local: { tryBundle } };
  return Code.fromAsset(projectRoot, { assetHashType: AssetHashType.OUTPUT, bundling });
}

/** Of the library that signs, a function needs neither the Rust sources nor the tests. */
const isLibrary = (file: string) => !/[\\/]src$|[\\/]scripts$|\.spec\.js$/.test(file);
