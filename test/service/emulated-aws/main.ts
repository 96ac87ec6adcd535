import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { miniStack, pythonPrograms } from "@image-staging/local-cloud/python";
import { baseUrlOf } from "./base-url.ts";
import { account, type MiniStack, region, startMiniStack } from "./ministack.ts";

/**
 * Deploys stage dev into MiniStack, an emulator of AWS that PyPI has, sends a picture over the deployed API and deletes the
 * stack. MiniStack is not AWS: test/README.md says what is therefore not shown.
 */
const stackName = "ImageStaging-dev";
const root = join(import.meta.dirname, "../../..");

type Environment = Record<string, string | undefined>;

async function step(title: string, command: string, args: string[], env: Environment): Promise<string> {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let complaint = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`${title} failed.\n${output}${complaint}`);
  console.log(`${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return output;
}

const temporaryFolder = () => {
  const path = mkdtempSync(join(tmpdir(), "assembly-"));
  return { path, [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }) };
};

/** As this machine's user: what the functions carry is installed from npm, with settings that the emulator's user lacks. */
async function synthesize(assembly: string): Promise<void> {
  const architecture = process.arch === "arm64" ? "arm64" : "x86_64";
  const args = ["cdk", "synth", "--quiet", "--output", assembly, "-c", `architecture=${architecture}`];
  await step("The stack is synthesized", "npx", args, process.env);
}

/** As the emulator's user, who knows no AWS account of this machine. */
async function deployAndDelete(assembly: string, ministack: MiniStack, programs: string): Promise<void> {
  const environment = { PATH: process.env.PATH, HOME: ministack.folder, ...ministack.environment };
  const outputs = join(ministack.folder, "outputs.json");
  const here = (file: string) => join(import.meta.dirname, file);
  const run = (title: string, command: string, ...args: string[]) => step(title, command, args, environment);
  const cdk = (title: string, ...args: string[]) => run(title, "npx", "cdk", ...args, "--app", assembly);
  const python = (title: string, file: string) => run(title, join(programs, "python"), here(file));

  await cdk("The account is bootstrapped", "bootstrap", `aws://${account}/${region}`);
  await cdk("The stack is deployed", "deploy", "--require-approval", "never", "--outputs-file", outputs);
  await python("The stack is adjusted to the emulator", "adjust.py");
  process.stdout.write(
    await run("A picture went the whole road:", process.execPath, here("road.ts"), outputs, stackName),
  );
  const smoke = [
    "--stack",
    stackName,
    "--base-url",
    baseUrlOf(outputs, stackName, ministack.environment.AWS_ENDPOINT_URL),
  ];
  process.stdout.write(
    await run(
      "The smoke test holds:",
      process.execPath,
      "bin/smoke.ts",
      ...smoke,
      "--only",
      "jobs",
      "sweeper",
    ),
  );
  await python("What still waits is ended", "settle.py");
  await cdk("The stack is deleted", "destroy", "--force");
  const left = await python("The account is searched for what is left", "leftovers.py");
  if (left.trim() !== "") throw new Error(`The stack left behind:\n${left}`);
}

try {
  const programs = await pythonPrograms(miniStack);
  await using assembly = temporaryFolder();
  await synthesize(assembly.path);
  await using ministack = await startMiniStack(programs);
  await deployAndDelete(assembly.path, ministack, programs);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
