import { execFile, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { guideSnippets, programOf } from "@image-staging/site/snippets";
import { guideFolder, printedBy } from "service/test/support/guides.ts";
import { installBlocks } from "service/test/support/install-block.ts";
import { startReceiver } from "service/test/support/receiver.ts";
import { startService } from "service/test/support/service.ts";
import sharp from "sharp";
import { environmentOf, installLocked, newEnvironment } from "./environment.ts";

const projectRoot = join(import.meta.dirname, "../../../..");

/**
 * `npm test -w packages/clients/python`: the style and types of packages/clients/python, its tests with the tables of packages/clients/conformance
 * on a scripted server and on the local service, and its wheel, installed in an empty environment. `PYTHON` names the
 * interpreter. Exits with 1 if something fails.
 */
const client = join(projectRoot, "packages/clients/python");
const examples = join(projectRoot, "packages/clients/conformance/examples");
const needed = join(client, "requirements.txt");
const journeys: { sandbox?: boolean }[] = JSON.parse(
  readFileSync(join(projectRoot, "packages/clients/conformance/service.json"), "utf8"),
);
const folder = mkdtempSync(join(tmpdir(), "python-client-"));
const strict = ["--strict", "--no-error-summary", "--cache-dir", join(folder, "types")];

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return result;
}

async function run(python: string, args: string[], options: SpawnOptions = {}): Promise<void> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...options.env };
  const child = spawn(python, args, {
    cwd: client,
    ...options,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`python ${args.join(" ")} ended with ${code}.`);
}

async function drawPictures() {
  const pictures = { room: join(folder, "room.jpg"), large: join(folder, "large.png") };
  writeFileSync(pictures.room, await drawRoom(640, 480));
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  await sharp({ create: { width: 1300, height: 1300, channels: 3, background: "#888", noise } })
    .png({ compressionLevel: 0 })
    .toFile(pictures.large);
  return pictures;
}

const [pack, install] = installBlocks(client);

/** The shell blocks under Install of the README run on a copy, by the environment of this Python, and reach no network. */
async function runBlock(python: string, block: string): Promise<void> {
  const PATH = `${dirname(python)}:${process.env.PATH}`;
  // A pip of today takes this "false" for --no-build-isolation.
  const offline = { PIP_NO_INDEX: "1", PIP_NO_BUILD_ISOLATION: "false", PIP_DISABLE_PIP_VERSION_CHECK: "1" };
  const env = { ...process.env, ...offline, PATH, PIP_QUIET: "1" };
  await promisify(execFile)("sh", ["-ec", block], { cwd: join(folder, "packed"), env });
}

async function packByReadme(python: string): Promise<void> {
  cpSync(client, join(folder, "packed"), { recursive: true });
  await runBlock(python, pack);
}

/** The guides of docs/ in Python, as they are shown: their types, and what they print. */
async function runGuides(
  guideWork: string,
  wheelPython: string,
  mypy: string,
  environmentFor: (guide: string) => Record<string, string>,
) {
  const names = [...guideSnippets().keys()];
  for (const name of names) writeFileSync(join(guideWork, `${name}.py`), programOf(name, "python"));
  const files = names.map((name) => `${name}.py`);
  // Each guide is a separate program: their names are no modules.
  for (const file of files)
    await run(mypy, ["-m", "mypy", ...strict, "--python-executable", wheelPython, file], { cwd: guideWork });
  for (const name of names) {
    const env = { ...process.env, ...environmentFor(name) };
    const { stdout } = await promisify(execFile)(wheelPython, [`${name}.py`], { cwd: guideWork, env });
    if (!printedBy[name]?.test(stdout)) throw new Error(`The guide ${name} prints in Python:\n${stdout}`);
  }
  rmSync(guideWork, { recursive: true });
}

/** A partner's beginning: an empty folder, an empty environment, the wheel, and an example. */
async function stageWithWheel(mypy: string, environment: Record<string, string>) {
  const partner = join(folder, "partner");
  mkdirSync(partner);
  const python = await newEnvironment(join(folder, "environment"));
  await installLocked(python, [needed]);
  await runBlock(python, install);
  await run(python, ["-m", "pip", "check"]);
  const program = join(examples, "stage-a-picture/main.py");
  await run(mypy, ["-m", "mypy", ...strict, "--python-executable", python, program], { cwd: partner });
  const output = join(partner, "staged.jpg");
  await run(python, [program, join(folder, "room.jpg"), output], { cwd: partner, env: environment });
  if (statSync(output).size < 1000) throw new Error("The staged picture is empty.");
  return python;
}

async function test(): Promise<void> {
  const python = await step("The environment is there", () =>
    environmentOf([needed, join(client, "requirements-test.txt")]),
  );
  await step("Style and types are checked", async () => {
    const receiver = join(examples, "receive-webhooks/main.py");
    const staged = join(examples, "stage-a-picture/main.py");
    const settings = ["--no-cache", "--quiet", "--config", join(client, "pyproject.toml"), ".", examples];
    await run(python, ["-m", "ruff", "check", ...settings]);
    await run(python, ["-m", "ruff", "format", "--check", ...settings]);
    const mypy = ["-m", "mypy", "--no-error-summary", "--cache-dir", join(folder, "mypy")];
    await run(python, [...mypy, "image_staging", "tests"]);
    for (const example of [receiver, staged])
      await run(python, [...mypy, example], { env: { MYPYPATH: client } });
  });
  // Before the service: its functions block decoders in the whole process, also the drawings'.
  const guideWork = await guideFolder();
  const service = await startService();
  try {
    Object.assign(process.env, service.environment);
    const partners = await Promise.all(
      // One for each journey by each of the two clients.
      journeys
        .flatMap(({ sandbox = false }) => [sandbox, sandbox])
        .map((sandbox) => service.newPartner({ sandbox })),
    );
    const described = {
      base_url: service.baseUrl,
      pictures: await drawPictures(),
      partners: partners.map(({ apiKey, secret }) => ({ api_key: apiKey, secret })),
    };
    const description = join(folder, "service.json");
    writeFileSync(description, JSON.stringify(described));
    await step("The tests have run, on a scripted server and on a service", () =>
      run(python, ["-m", "pytest"], { env: { PYTHON_CLIENT_SERVICE: description, PYTHONPATH: client } }),
    );
    await step("The wheel is built as the README says", () => packByReadme(python));
    const { apiKey, secret } = await service.newPartner();
    const title = "The wheel stages a picture and verifies its webhook, in an empty environment";
    const wheelPython = await step(title, () =>
      stageWithWheel(python, {
        STAGING_BASE_URL: service.baseUrl,
        STAGING_API_KEY: apiKey,
        WEBHOOK_SECRET: secret,
      }),
    );
    const sandbox = await service.newPartner({ sandbox: true });
    await using receiver = await startReceiver();
    await step("The guides run in Python as they are shown", () =>
      runGuides(guideWork, wheelPython, python, (guide) => ({
        BASE_URL: service.baseUrl,
        API_KEY: guide === "sandbox" ? sandbox.apiKey : apiKey,
        WEBHOOK_URL: receiver.url,
      })),
    );
    if (receiver.received.length === 0) throw new Error("The guide about webhooks was sent none.");
  } finally {
    await service.stop();
  }
}

try {
  await test();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
