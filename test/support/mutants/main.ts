import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tryDefects } from "../defects/try-defects.ts";
import { installApart } from "../install-apart.ts";
import { parts, partsNamed } from "./parts.ts";
import { mutateStateMachines } from "./state-machines.ts";

/**
 * `npm run test:long -- mutants [defects | defects:WORDS | state-machines[:NAME] | domain | chain | storage …]`: makes the seeded
 * defects, all or those with these words in their names or tests, changes one part of each state machine at a time, and has
 * Stryker change one expression of each part of the code at a time. The tests
 * must notice. README.md here has the last figures. Stryker continues from the results of the run before, which are in
 * .cache/mutants; `--fresh` forgets them.
 */
const root = join(import.meta.dirname, "../../..");
const work = join(root, ".cache/mutants");

async function run(program: string, args: string[], cwd: string, env = process.env): Promise<void> {
  const child = spawn(program, args, { cwd, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => child.kill(signal));
  const [code] = await once(child, "exit");
  if (code !== 0) process.exit(1);
}

const configurationOf = (part: string) => ({
  testRunner: "vitest",
  // All tests that reached the change as they ran, also those that import it by a name that is computed.
  vitest: { configFile: "test/support/mutants/vitest.config.ts", related: false },
  coverageAnalysis: parts[part]?.isLoaded ? "off" : "perTest",
  mutate: parts[part]?.mutate,
  // The words of messages, for the most part. Names and conditions in quotes are the subject of test/support/defects.
  mutator: { excludedMutations: ["StringLiteral"] },
  // What is computed as a file is loaded: each such mutant needs all tests in a new process.
  ignoreStatic: !parts[part]?.isLoaded,
  concurrency: 1,
  timeoutMS: 10_000,
  timeoutFactor: 1,
  dryRunTimeoutMinutes: 30,
  allowConsoleColors: false,
  // Stryker asks for TypeScript's former interface if it finds a tsconfig.json. Node takes the types away by itself.
  tsconfigFile: "none.json",
  tempDirName: join(".cache/mutants/sandbox", part),
  ignorePatterns: [".cache", ".local", "cdk.out"],
  incremental: true,
  incrementalFile: join(work, `${part}.json`),
  reporters: ["progress-append-only", "clear-text", "html"],
  clearTextReporter: { logTests: false, reportTests: false, allowEmojis: false },
  htmlReporter: { fileName: join(work, `${part}.html`) },
});

const { options, names } = Object.groupBy(process.argv.slice(2), (argument) =>
  argument.startsWith("--") ? "options" : "names",
);
const wanted = names ?? ["defects", "state-machines", ...Object.keys(parts)];
const seeded = wanted.filter((name) => /^defects(:|$)/.test(name));
const machines = wanted.filter((name) => /^state-machines(:|$)/.test(name));
const changed = wanted.filter((name) => !seeded.includes(name) && !machines.includes(name));
const unknown = changed.find((name) => partsNamed(name).length === 0);
if (unknown !== undefined) {
  const known = ["defects", "state-machines", ...Object.keys(parts), "storage", "pipeline"];
  console.error(`There is no part ${unknown}: one of ${known.join(", ")}.`);
  process.exit(2);
}
for (const name of seeded) if (!(await tryDefects(name.slice("defects:".length)))) process.exitCode = 1;
for (const name of machines) await mutateStateMachines(name.slice("state-machines:".length));
// Stryker finds the project's Vitest above its folder.
if (changed.length > 0)
  await installApart(join(import.meta.dirname, "package.json"), work, "--legacy-peer-deps");
for (const part of changed.flatMap(partsNamed)) {
  const file = join(work, `${part}.config.json`);
  writeFileSync(file, JSON.stringify(configurationOf(part), null, 2));
  if (options?.includes("--fresh")) rmSync(join(work, `${part}.json`), { force: true });
  console.log(`\n${part}: every change is reported in ${join(work, `${part}.html`)}`);
  const stryker = join(work, "node_modules/@stryker-mutator/core/bin/stryker.js");
  await run(process.execPath, [stryker, "run", file], root, { ...process.env, MUTATED_PART: part });
}
