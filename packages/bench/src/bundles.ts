import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, buildSync } from "esbuild";
import { splitRoute } from "service/lib/api-functions.ts";
import { bundleInto, bundlingOf, esModule, projectRoot } from "service/lib/bundling.ts";
import { median } from "./peers/table.ts";

const budgets = { kilobytes: 125, ratio: 1.1 };
const importRounds = 21;

export type Bundle = { name: string; file: string; kilobytes: number };

/** The client that every function has. The import time of a function is measured against it. */
const bareClient = `
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const handler = (input) => client.send(new GetCommand(input));
`;

/**
 * Size and import time of every API function's bundle, compared with two bundles of the bare lib-dynamodb client: one as esbuild
 * makes it with the whole SDK, one with this project's bundling options. Each import runs in a new process, in turn. The
 * figures are medians of processor time, which depends least on what else the machine does.
 */
export async function bundles(): Promise<void> {
  const cache = join(projectRoot, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "bench-"));
  try {
    const bare = bundled(folder, "bare lib-dynamodb", { ...esModule, stdin: bareSource });
    const { entryPoints: _, ...ourOptions } = bundlingOf("lambdas/api/", { sharp: false });
    const bareWithOurOptions = bundled(folder, "bare, with our options", {
      ...ourOptions,
      stdin: bareSource,
    });
    const ours = globSync("lambdas/api/routes/**/*.ts", { cwd: projectRoot })
      .sort()
      .map((entry) => bundledRoute(folder, entry));
    report(
      [bare, bareWithOurOptions, ...ours],
      importTimes([bare, bareWithOurOptions, ...ours], importRounds),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bundles a route as the stack does. */
function bundledRoute(folder: string, entry: string): Bundle {
  const name = entry.replace(/^lambdas\/api\/|\.ts$/g, "");
  const into = join(folder, name.replaceAll(/\W/g, "-"));
  mkdirSync(into);
  bundleInto(into, entry, { splits: entry.endsWith(`/${splitRoute}.ts`) });
  return described(name, join(into, "index.mjs"));
}

const bareSource = { contents: bareClient, resolveDir: projectRoot };

/** Bundles into the folder, under the name. */
export function bundled(folder: string, name: string, options: BuildOptions): Bundle {
  const file = join(folder, name.replaceAll(/\W/g, "-"), "index.mjs");
  buildSync({ ...options, outfile: file, logLevel: "error" });
  return described(name, file);
}

/** Of a bundle of several files, its size is of those that its import loads. */
function described(name: string, file: string): Bundle {
  const loaded = new Set([file]);
  for (const one of loaded)
    for (const [, beside = ""] of readFileSync(one, "utf8").matchAll(/(?:from|import)"(\.\/[\w.-]+)"/g))
      loaded.add(join(dirname(file), beside));
  const bytes = [...loaded].reduce((sum, one) => sum + gzipSync(readFileSync(one)).length, 0);
  return { name, file, kilobytes: bytes / 1024 };
}

const measure = `
const before = process.cpuUsage();
await import(process.argv[1]);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000));
process.exit();
`;

const env = {
  PATH: process.env.PATH,
  AWS_REGION: "eu-central-1",
  TABLE_NAME: "table",
  BUCKET_NAME: "bucket",
};
const run = (...args: string[]): number =>
  Number(execFileSync(process.execPath, ["--input-type=module", "--eval", ...args], { env }).toString());

const nothing = `
const { user, system } = process.cpuUsage();
process.stdout.write(String((user + system) / 1000));
`;

/** The median processor time in milliseconds of a Node that runs nothing. */
const nodeTime = (rounds: number): number => median(Array.from({ length: rounds }, () => run(nothing)));

/** The median processor time of each bundle's import in milliseconds: each in a new process, in turn. */
export function importTimes(all: Bundle[], rounds: number): Map<Bundle, number> {
  const times = new Map<Bundle, number[]>(all.map((bundle) => [bundle, []]));
  for (let round = 0; round < rounds; round++)
    for (const bundle of all) times.get(bundle)?.push(run(measure, bundle.file));
  return new Map([...times].map(([bundle, of]) => [bundle, median(of)]));
}

function report(all: Bundle[], times: Map<Bundle, number>): void {
  const [bare, bareWithOurOptions] = all;
  const time = (bundle: Bundle | undefined) => (bundle && times.get(bundle)) || 1;
  console.log(
    `${"".padEnd(26)}      gzipped     import   of bare (≤ ${budgets.ratio})   of bare, with our options`,
  );
  for (const bundle of all) {
    const ratios = [time(bundle) / time(bare), time(bundle) / time(bareWithOurOptions)] as const;
    const isOver = bundle.kilobytes > budgets.kilobytes || ratios[0] > budgets.ratio;
    const size = `${bundle.kilobytes.toFixed(0)} KB (≤ ${budgets.kilobytes})`;
    console.log(
      `${bundle.name.padEnd(26)} ${size.padStart(14)} ${`${time(bundle).toFixed(1)} ms`.padStart(9)} ${ratios[0].toFixed(2).padStart(10)} ${ratios[1].toFixed(2).padStart(24)}${isOver ? "   OVER" : ""}`,
    );
  }
  const node = nodeTime(importRounds);
  const slowest = all.slice(2).toSorted((a, b) => time(b) - time(a))[0];
  console.log(
    `\nA cold start takes at most ${(node + time(slowest)).toFixed(0)} ms of processor time: Node ${node.toFixed(0)} ms, import and ` +
      `init of ${slowest?.name} ${time(slowest).toFixed(0)} ms. What Lambda does before is not in it.`,
  );
}
