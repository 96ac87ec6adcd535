import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";

type Description = {
  pid: number;
  base_url: string;
  api_key: string;
  organization_id: string;
  signing_secret: string;
  inbox_url: string;
  /** The environment with which an AWS SDK reaches the service. */
  environment: Record<string, string>;
};

/** The local service as `npm start` runs it, in a process that can be killed and started again on what it left. */
export function serviceProcess(environment: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "service-process-"));
  let child: ChildProcess | undefined;

  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return {
    start: async (port = 0): Promise<Description> => {
      const env = { ...process.env, ...environment, PORT: String(port), DATA_DIR: dataDir };
      const started = spawn(process.execPath, ["local/main.ts"], { env, stdio: "ignore" });
      child = started;
      const describedByIt = () => {
        if (started.exitCode !== null) throw new Error("the service did not start");
        const described = readDescription(join(dataDir, "service.json"));
        return described?.pid === started.pid && described;
      };
      return vi.waitUntil(describedByIt, { timeout: 90_000, interval: 50 });
    },
    kill,
    discard: async () => {
      await kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a service wrote about itself; undefined while it has not, or only half of it. */
function readDescription(file: string): Description | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
