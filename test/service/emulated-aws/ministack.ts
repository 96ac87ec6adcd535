import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export const region = "eu-central-1";
export const account = "000000000000";

export type MiniStack = AsyncDisposable & {
  /** What the CDK, the SDK and Node need to reach it. */
  environment: Record<string, string>;
  folder: string;
};

/**
 * Starts MiniStack on 127.0.0.1 as strictly as it can be: over TLS, because the stack refuses anything else, and with IAM
 * enforced, so that every function lives on its own role's policies.
 */
export async function startMiniStack(programs: string): Promise<MiniStack> {
  const folder = mkdtempSync(join(tmpdir(), "ministack-"));
  const port = await freePort();
  const credentials = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };
  const server = spawn(join(programs, "python"), [join(import.meta.dirname, "emulator.py")], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...credentials,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      TMPDIR: folder,
      AUTH: "true",
      USE_SSL: "1",
      BIND_HOST: "127.0.0.1",
      MINISTACK_HOST: "127.0.0.1",
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: region,
      LAMBDA_ACCOUNT_CONCURRENCY: "1000",
    },
  });
  const log = createWriteStream(join(folder, "ministack.log"));
  server.stdout.pipe(log);
  server.stderr.pipe(log);
  const stop = () => stopGroup(server, folder);
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  const certificate = join(folder, "ministack-tls/server.crt");
  if (!(await isListening(port, certificate, server))) {
    await stop();
    throw new Error("MiniStack did not start.");
  }
  const environment = {
    ...credentials,
    AWS_ENDPOINT_URL: `https://127.0.0.1:${port}`,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_CA_BUNDLE: certificate,
    NODE_EXTRA_CA_CERTS: certificate,
  };
  return { environment, folder, [Symbol.asyncDispose]: stop };
}

/** A group, because its functions run as its children. */
async function stopGroup(server: ChildProcess, folder: string): Promise<void> {
  if (server.pid !== undefined && server.exitCode === null) {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    process.kill(-server.pid, "SIGTERM");
    await Promise.race([ended, pause(10_000).then(() => server.kill("SIGKILL"))]);
  }
  rmSync(folder, { recursive: true, force: true });
}

async function isListening(port: number, certificate: string, server: ChildProcess): Promise<boolean> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && server.exitCode === null; ) {
    if (existsSync(certificate) && !(await isFree(port))) return true;
    await pause(200);
  }
  return false;
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
