import { spawn } from "node:child_process";
import { join } from "node:path";
import { miniStack, pythonPrograms } from "../python/environment.ts";
import { account, type MiniStack, region, startMiniStack } from "./ministack.ts";

/**
 * Deploys stage dev into MiniStack, an emulator of AWS that PyPI has, sends a picture over the deployed API and deletes the
 * stack. MiniStack is not AWS: docs/operations.md says what is therefore not shown.
 */
const stackName = "ImageStaging-dev";
const root = join(import.meta.dirname, "../..");

/** What of this machine's environment the tools need; no AWS account that it knows. */
const machine = Object.fromEntries(
  ["PATH", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

async function step(title: string, command: string, args: string[], ministack: MiniStack): Promise<string> {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...machine, HOME: ministack.folder, ...ministack.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
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

async function deployAndDelete(ministack: MiniStack, programs: string): Promise<void> {
  const outputs = join(ministack.folder, "outputs.json");
  const assembly = join(ministack.folder, "cdk.out");
  const architecture = process.arch === "arm64" ? "arm64" : "x86_64";
  const here = (file: string) => join(import.meta.dirname, file);
  const cdk = (title: string, ...args: string[]) => step(title, "npx", ["cdk", ...args], ministack);

  await cdk("The account is bootstrapped", "bootstrap", `aws://${account}/${region}`);
  await cdk(
    "The stack is deployed",
    "deploy",
    ...["--require-approval", "never", "--outputs-file", outputs],
    ...["--output", assembly, "-c", `architecture=${architecture}`],
  );
  await step(
    "The stack is adjusted to the emulator",
    join(programs, "python"),
    [here("adjust.py")],
    ministack,
  );
  const road = [here("road.ts"), outputs, stackName];
  process.stdout.write(await step("A picture went the whole road:", process.execPath, road, ministack));
  await cdk("The stack is deleted", "destroy", "--force", "--app", assembly);
  const left = await step(
    "The account is searched for what is left",
    join(programs, "python"),
    [here("leftovers.py")],
    ministack,
  );
  if (left.trim() !== "") throw new Error(`The stack left behind:\n${left}`);
}

try {
  const programs = await pythonPrograms(miniStack);
  const ministack = await startMiniStack(programs);
  try {
    await deployAndDelete(ministack, programs);
  } finally {
    await ministack.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
