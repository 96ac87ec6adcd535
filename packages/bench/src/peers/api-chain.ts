import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundlingOf, projectRoot } from "service/lib/bundling.ts";
import * as v from "valibot";
import { type Bundle, bundled, importTimes } from "../bundles.ts";
import { median, printTable, ratioOf } from "./table.ts";

/**
 * GET /api/v1/generations/{job_id} with our chain, and the same work in Powertools' event handler and in express with
 * serverless-http: authentication, rate count, the job read and shown, headers, errors. All three are bundled with our
 * options, and their table is answered from memory.
 */
const rounds = 3;
const [warmUp, measured] = ["1500", "2000"];
const Measured = v.object({ digest: v.string(), micros: v.number() });

const cache = join(projectRoot, "node_modules/.cache");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "peers-"));
const { entryPoints: _, ...options } = bundlingOf("lambdas/api/", { sharp: false });

const sides = Object.entries({
  ours: "lambdas/api/routes/generations/get.ts",
  "Powertools event handler": "packages/bench/src/peers/libraries/api-powertools.mjs",
  "express + serverless-http": "packages/bench/src/peers/libraries/api-express.mjs",
}).map(([name, entry]) => {
  const bundleOf = (suffix: string, contents: string): Bundle =>
    bundled(folder, `${name} ${suffix}`, {
      ...options,
      // express asks for node:http's ServerResponse and IncomingMessage, which our stand-in for that module lacks.
      ...(entry.includes("express") && { alias: {} }),
      stdin: { contents, resolveDir: projectRoot, loader: "ts" },
    });
  const handler = `export { handler } from "./${entry}";`;
  return {
    name,
    deployed: bundleOf("deployed", handler),
    measured: bundleOf("measured", `${handler} export { table } from "./lambdas/storage/table.ts";`),
    micros: [] as number[],
  };
});

const program = join(import.meta.dirname, "answer-requests.ts");
const env = {
  PATH: process.env.PATH,
  AWS_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "bench",
  AWS_SECRET_ACCESS_KEY: "bench",
  TABLE_NAME: "table",
  BUCKET_NAME: "bucket",
  PUBLIC_BASE_URL: "https://api.example.com",
  POWERTOOLS_LOG_LEVEL: "SILENT",
};

try {
  const digests = new Set<string>();
  for (let round = 0; round < rounds; round++)
    for (const side of sides) {
      const args = [program, side.measured.file, warmUp, measured];
      const output = execFileSync(process.execPath, args, { env }).toString();
      const { digest, micros } = v.parse(Measured, JSON.parse(output));
      digests.add(digest);
      side.micros.push(micros);
    }
  if (digests.size !== 1) throw new Error("The answers differ.");
  const times = importTimes(
    sides.map(({ deployed }) => deployed),
    rounds,
  );
  const [first] = sides;
  const row = (what: string, unit: string, of: (side: (typeof sides)[number]) => number) => [
    what,
    ...sides.map((side) => `${of(side).toFixed(1)} ${unit}`),
  ];
  printTable(
    ["", ...sides.map(({ name }) => name)],
    [
      [
        "CPU of a request",
        ...sides.map(({ micros }, index) => {
          const ratio = index > 0 ? `, × ${ratioOf(micros, first?.micros ?? [])}` : "";
          return `${median(micros).toFixed(0)} µs${ratio}`;
        }),
      ],
      row("CPU of the import", "ms", ({ deployed }) => times.get(deployed) ?? 0),
      row("bundle, gzipped", "KB", ({ deployed }) => deployed.kilobytes),
    ],
  );
} finally {
  rmSync(folder, { recursive: true });
}
