import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

type Description = {
  pid: number;
  base_url: string;
  api_key: string;
  organization_id: string;
  signing_secret: string;
  inbox_url: string;
};

/** The local service as `npm start` runs it, in a process that can be killed and started again on what it left. */
export function spawnedService() {
  const dataDir = mkdtempSync(join(tmpdir(), "spawned-"));
  let child: ChildProcess | undefined;

  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return {
    start: async (port = 0): Promise<Description> => {
      const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir };
      child = spawn(process.execPath, ["local/main.ts"], { env, stdio: "ignore" });
      for (;;) {
        const described = description(join(dataDir, "service.json"));
        if (described && described.pid === child.pid) return described;
        if (child.exitCode !== null) throw new Error("the service did not start");
        await setTimeout(50);
      }
    },
    kill,
    discard: async () => {
      await kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a service wrote of itself; undefined where it has not, or only half of it. */
function description(file: string): Description | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
