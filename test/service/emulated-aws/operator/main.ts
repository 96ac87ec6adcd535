import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Account, emptyAccount } from "./account.ts";
import { losePicture, loseTable } from "./losses.ts";
import { type Known, preamble, type Step, toFirstPartner, toGoLive, toRestored, toSwapped } from "./steps.ts";

/**
 * `npm run test:long -- operator`: walks with a fresh clone from an empty emulated account to stage prod on the rendered model, its
 * first partner and a restore, by the commands of the guides word for word, and counts the steps that end otherwise than the
 * guides say. Loses a picture and the table on the way and compares what is back. Exits with 1 at a wrong step.
 */
const here = (file: string) => join(import.meta.dirname, "..", file);
const folder = mkdtempSync(join(tmpdir(), "operator-"));
const clone = join(folder, "clone");
let wrong = 0;
let seconds = 0;

/** A step, and what it said; what went wrong is shown in full. */
async function walk(account: Account, step: Step, known: Known): Promise<string> {
  const typed = step.typed?.(known) ?? step.text;
  const ended = await account.run(typed);
  seconds += ended.seconds;
  const isRight = ended.code === (step.code ?? 0) && (step.says ?? /^/).test(ended.output);
  if (!isRight) wrong++;
  console.log(`${isRight ? "✓" : "✗"} ${step.text} (${ended.seconds.toFixed(1)} s)`);
  if (!isRight) console.log(`  exit code ${ended.code}\n${ended.output.slice(-3000)}`);
  return ended.output;
}

async function walkAll(account: Account): Promise<void> {
  const known: Known = { org: "ORG", baseUrl: "" };
  for (const step of toFirstPartner) {
    const output = await walk(account, step, known);
    const [, api] = /BaseUrl = https:\/\/([0-9a-z]+)\./.exec(output) ?? [];
    if (api !== undefined) {
      known.baseUrl = `${account.endpoint}/restapis/${api}/prod/_user_request_`;
      await account.python(here("adjust.py"));
    }
    known.org = /^organization_id +(org_\S+)[\s\S]*sandbox +false/m.exec(output)?.[1] ?? known.org;
  }
  for (const step of toGoLive) await walk(account, step, known);
  await losePicture(account);
  for (const step of toRestored) await walk(account, step, known);
  const compare = await loseTable(account);
  for (const step of toSwapped.slice(0, 1)) await walk(account, step, known);
  await compare().catch((error) => {
    wrong++;
    console.log(`✗ ${error.message}`);
  });
  await account.python(here("adjust.py"));
  for (const step of toSwapped.slice(1)) await walk(account, step, known);
}

try {
  spawnSync("git", ["clone", "--quiet", join(import.meta.dirname, "../../../.."), clone], {
    stdio: "inherit",
  });
  await using account = await emptyAccount(clone, preamble);
  await walkAll(account);
  console.log(`${wrong} wrong steps, ${(seconds / 60).toFixed(1)} minutes`);
  process.exitCode = wrong === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
