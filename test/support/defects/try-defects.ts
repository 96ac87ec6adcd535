import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import type { Defect } from "./defect.ts";
import { defects, withDefect } from "./defects.ts";

const root = join(import.meta.dirname, "../../..");
const leftOut = new Set(["node_modules", ".git", ".cache", ".local", "cdk.out"]);
const execute = promisify(execFile);

const Outcomes = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    testResults: v.array(
      v.object({
        message: v.string(),
        assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
      }),
    ),
  }),
);

/** Copies the project until the process ends. Its packages are only linked: nothing is changed in them. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), "defects-"));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  cpSync(root, copy, { recursive: true, filter: (path) => path === root || !leftOut.has(basename(path)) });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/**
 * Runs tests in the copy, until one fails or for `mostMs`, and returns how many passed and the names of those that failed.
 */
export async function runTests(copy: string, files: string[], titles: string[], mostMs = 1_800_000) {
  const report = join(copy, "outcomes.json");
  rmSync(report, { force: true });
  const pattern = titles.map(RegExp.escape).join("|");
  // Threads: a test that never ends, which no timer of its own can end, then ends with this process.
  const options = ["--bail=1", "--pool=threads", "--reporter=json", `--outputFile=${report}`, "-t", pattern];
  const tests = files.map((file) => `test/${file}.test.ts`);
  const vitest = ["node_modules/vitest/vitest.mjs", "run", ...options, ...tests];
  // It exits with 1 if a test fails.
  // A fraction does not reach all that these are about, and has other titles.
  const env = { ...process.env, FULL_RUN: "1" };
  const limits = { maxBuffer: 2 ** 28, timeout: mostMs, killSignal: "SIGKILL" } as const;
  await execute(process.execPath, vitest, { cwd: copy, env, ...limits }).catch(() => {});
  if (!existsSync(report)) return { passed: 0, failed: ["They do not end."], broken: [] };
  const { testResults } = v.parse(Outcomes, readFileSync(report, "utf8"));
  const outcomes = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: outcomes.filter(({ status }) => status === "passed").length,
    failed: outcomes.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
    broken: testResults.map(({ message }) => message).filter((message) => message !== ""),
  };
}

/** Which test catches a defect, or what is wrong. */
async function tryDefect(copy: string, defect: Defect): Promise<{ caught: boolean; says: string }> {
  const path = join(copy, defect.file);
  const source = readFileSync(path, "utf8");
  const changed = withDefect(source, defect);
  if (changed === null) return { caught: false, says: `its text is not in ${defect.file} once` };
  const { file, title } = defect.caughtBy;
  writeFileSync(path, changed);
  const { passed, failed, broken } = await runTests(copy, [file], [title]);
  writeFileSync(path, source);
  const [first] = failed;
  if (first !== undefined) return { caught: true, says: `${file}: ${first}` };
  if (broken.length > 0) return { caught: false, says: `${file} does not run: ${broken[0]?.slice(0, 500)}` };
  return {
    caught: false,
    says: passed === 0 ? `${file} has no test “${title}”` : `${file} passes: ${title}`,
  };
}

/**
 * Makes each defect with these words in its name or its test's file in a copy of the project, one at a time, and runs the test that must catch it.
 * Prints which are caught. False if a test does not fail, or fails without the defect, if a defect's text is no longer there, or if
 * nothing has these words.
 */
export async function tryDefects(words: string): Promise<boolean> {
  const chosen = defects.filter(({ name, caughtBy }) => `${name} ${caughtBy.file}`.includes(words));
  if (chosen.length === 0) {
    console.error(`No defect's name or test has the words “${words}”.`);
    return false;
  }
  const copy = copyProject();
  const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
  const started = performance.now();

  const files = [...new Set(chosen.map(({ caughtBy }) => caughtBy.file))];
  const titles = chosen.map(({ caughtBy }) => caughtBy.title);
  const without = await runTests(copy, files, titles);
  if (without.failed.length + without.broken.length > 0) {
    console.error(`Fails without a defect: ${[...without.failed, ...without.broken].join("\n")}`);
    return false;
  }
  console.log(`${without.passed} tests pass without a defect (${seconds(started)}).`);

  let missed = 0;
  for (const defect of chosen) {
    const began = performance.now();
    const { caught, says } = await tryDefect(copy, defect);
    if (!caught) missed++;
    console.log(`${caught ? "caught" : "MISSED"} ${seconds(began)}  ${defect.name}\n    ${says}`);
  }
  console.log(`${chosen.length - missed} of ${chosen.length} defects are caught (${seconds(started)}).`);
  return missed === 0;
}
