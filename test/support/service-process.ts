import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export type Description = {
  pid: number;
  base_url: string;
  api_key: string;
  organization_id: string;
  signing_secret: string;
  inbox_url: string;
  /** The environment with which an AWS SDK reaches the service. */
  environment: Record<string, string>;
};

const startLimitMs = 90_000;

/** The local service as `npm start` runs it, in a process that can be killed and started again on what it left. */
export function serviceProcess(environment: Record<string, string> = {}) {
  // As it is now: a test takes over the environment of a service, and the next one must not get it.
  const inherited = { ...process.env, ...environment };
  const dataDir = mkdtempSync(join(tmpdir(), "service-process-"));
  let child: ChildProcess | undefined;

  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    child.kill(signal);
    await once(child, "exit");
    return child.exitCode;
  };
  const kill = () => end("SIGKILL");
  return {
    start: async (port = 0, model = "simulated"): Promise<Description> => {
      const env = { ...inherited, PORT: String(port), DATA_DIR: dataDir };
      const started = spawn(process.execPath, ["packages/laptop/src/main.ts", "--model", model], {
        env,
        stdio: "ignore",
      });
      child = started;
      // Not Vitest's loop: programs that run without Vitest start services too.
      for (const deadline = Date.now() + startLimitMs; Date.now() < deadline; await pause(50)) {
        if (started.exitCode !== null) throw new Error("the service did not start");
        const described = readDescription(join(dataDir, "service.json"));
        if (described !== undefined && described.pid === started.pid) return described;
      }
      throw new Error("the service did not start in time");
    },
    dataDir,
    kill,
    /** Lets it end as Ctrl+C does, and gives its exit code. */
    stop: () => end("SIGTERM"),
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
