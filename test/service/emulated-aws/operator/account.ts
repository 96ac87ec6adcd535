import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { listen } from "@image-staging/local-cloud/http";
import { miniStack, pythonPrograms } from "@image-staging/local-cloud/python";
import { startMiniStack } from "../ministack.ts";
import { awsCli } from "../python/packages.ts";

export type Ended = { code: number; output: string; seconds: number };
export type Account = AsyncDisposable & {
  endpoint: string;
  /** Runs a line of bash as the operator would, in the clone, with what the document's first lines define. */
  run: (command: string) => Promise<Ended>;
  /** Runs a file of Python that does what the emulator can't. */
  python: (file: string) => Promise<Ended>;
};

/** What Service Quotas, which MiniStack lacks, says of an account that was granted what it asked for. */
const quotas = JSON.stringify({
  Quotas: [
    { QuotaName: "StartExecution throttle token refill rate per second", Value: 300 },
    { QuotaName: "StateTransition throttle token refill rate per second", Value: 1500 },
  ],
});

/**
 * An empty emulated account, and a person with a home of their own: a profile `staging`, a name for commits, no question of the
 * CDK, and functions for this machine's processors. `clone` is where commands run, `preamble` comes before each.
 */
export async function emptyAccount(clone: string, preamble: string): Promise<Account> {
  const [programs, cli] = [await pythonPrograms(miniStack), await pythonPrograms(awsCli)];
  const { environment, folder: home, [Symbol.asyncDispose]: stop } = await startMiniStack(programs);
  const serviceQuotas = await listen(0, (_request, response) => response.end(quotas));
  const endpoint = environment.AWS_ENDPOINT_URL ?? "";
  const certificates = join(home, "certificates.pem");
  const known = [environment.AWS_CA_BUNDLE, process.env.NODE_EXTRA_CA_CERTS].flatMap((file) =>
    file ? [readFileSync(file, "utf8")] : [],
  );
  writeFileSync(certificates, known.join("\n"));
  await mkdir(join(home, ".aws"));
  writeFileSync(join(home, ".aws/config"), "[profile staging]\nregion = eu-central-1\n");
  writeFileSync(
    join(home, ".aws/credentials"),
    "[staging]\naws_access_key_id = test\naws_secret_access_key = test\n",
  );
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = Operator\n\temail = night@example.com\n");
  const architecture = process.arch === "arm64" ? "arm64" : "x86_64";
  writeFileSync(
    join(home, ".cdk.json"),
    JSON.stringify({ context: { architecture }, requireApproval: "never" }),
  );
  const env = {
    PATH: `${cli}:${process.env.PATH}`,
    HOME: home,
    // What this machine's user needs to reach npm.
    NPM_CONFIG_USERCONFIG: process.env.NPM_CONFIG_USERCONFIG ?? join(homedir(), ".npmrc"),
    NPM_CONFIG_CACHE: process.env.NPM_CONFIG_CACHE ?? join(homedir(), ".npm"),
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_SERVICEQUOTAS: `http://127.0.0.1:${serviceQuotas.port}`,
    AWS_CA_BUNDLE: certificates,
    NODE_EXTRA_CA_CERTS: certificates,
  };
  return {
    endpoint,
    run: (command) => bash(`${preamble}\n${command}`, clone, env),
    python: (file) =>
      bash(`AWS_PROFILE=staging AWS_REGION=eu-central-1 "${join(programs, "python")}" "${file}"`, clone, env),
    [Symbol.asyncDispose]: async () => {
      await serviceQuotas.close();
      await stop();
    },
  };
}

async function bash(command: string, cwd: string, env: Record<string, string>): Promise<Ended> {
  const started = performance.now();
  const child = spawn("bash", ["-c", command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const code = await new Promise<number>((resolve) => child.once("exit", (status) => resolve(status ?? 1)));
  return { code, output, seconds: (performance.now() - started) / 1000 };
}
