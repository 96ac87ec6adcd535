import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkContainer } from "@image-staging/inference-contract/check";
import { startContainer } from "./container.ts";
import { modelPython, NotHere } from "./environment.ts";
import { takePicturesThrough } from "./road.ts";

/**
 * `npm test -w packages/models/diffusion`: the tests of packages/models/diffusion, the contract's checker against its container with random weights and
 * with the deterministic editor, and pictures over the local service's API. Where Python or PyPI is missing it says so in
 * one line and ends with 0.
 */
const model = join(import.meta.dirname, "..");

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return result;
}

async function run(python: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, OMP_NUM_THREADS: "1", PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: model };
  const child = spawn(python, args, { cwd: model, env, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`python ${args.join(" ")} ended with ${code}.`);
}

async function check(url: string): Promise<void> {
  const listen = { host: "127.0.0.1", port: 0 };
  const points = await checkContainer({ url, timeoutSeconds: 600, listen }, () => {});
  const broken = points.filter(({ problems }) => problems.length > 0);
  if (broken.length > 0) throw new Error(`The contract is broken: ${JSON.stringify(broken, null, 1)}`);
  console.log(`  ✓ ${points.length} points of the contract are kept`);
}

async function test(python: string, folder: string): Promise<void> {
  await step("Style and types are checked", async () => {
    await run(python, "-m", "ruff", "check", "--no-cache", "--quiet", ".");
    await run(python, "-m", "ruff", "format", "--no-cache", "--check", "--quiet", ".");
    await run(python, "-m", "mypy", "--cache-dir", join(folder, "mypy"), "staging", "scripts");
  });
  await step("The tests of packages/models/diffusion have run", () => run(python, "-m", "pytest"));
  await step("FLUX.2 [klein] with random weights is checked", async () => {
    const weights = join(folder, "weights");
    await run(python, "-m", "tests.tiny", weights);
    const settings = {
      STAGER_EDITOR: "flux2-klein",
      STAGER_MODEL_DIR: weights,
      STAGER_WORKING_PIXELS: "65536",
    };
    await using container = await startContainer(python, settings);
    await check(container.url);
    if (container.leftOnDisk().length > 0)
      throw new Error(`The container left ${container.leftOnDisk()} on disk.`);
  });
  await step("The deterministic editor is checked, and stages pictures behind the API", async () => {
    await using container = await startContainer(python, { STAGER_EDITOR: "deterministic" });
    await check(container.url);
    await takePicturesThrough(container.url);
  });
}

const folder = mkdtempSync(join(tmpdir(), "staging-model-"));
try {
  const python = await step("The environment is there", modelPython);
  await test(python, folder);
} catch (error) {
  if (error instanceof NotHere)
    console.log(`Left out: the tests of packages/models/diffusion. ${error.message}`);
  else {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
