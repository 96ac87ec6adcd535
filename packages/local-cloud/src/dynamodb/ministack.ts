import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Log } from "../log.ts";
import type { Address } from "../private-address.ts";
import { type GuardedProcess, startGuarded } from "./guarded-process.ts";

/**
 * Starts the DynamoDB of MiniStack at an address of this machine. It keeps the table in memory, and in `folder` what it held when it was
 * stopped; without a folder it forgets.
 */
export function startMiniStack(
  programs: string,
  { host, port }: Address,
  folder: string | undefined,
  log: Log,
): GuardedProcess {
  const home = folder ?? mkdtempSync(join(tmpdir(), "ministack-"));
  mkdirSync(home, { recursive: true });
  const { PATH = "", SystemRoot } = process.env;
  const started = startGuarded(join(programs, "ministack"), [], log, {
    cwd: home,
    env: {
      PATH: [programs, dirname(process.execPath), PATH].join(delimiter),
      ...(SystemRoot !== undefined && { SystemRoot }),
      HOME: home,
      TMPDIR: home,
      TEMP: home,
      // Its default is every address of the machine.
      BIND_HOST: host,
      GATEWAY_PORT: String(port),
      SERVICES: "dynamodb",
      ...(folder !== undefined && { PERSIST_STATE: "1", STATE_DIR: join(home, "state") }),
    },
  });
  const forget = () => folder === undefined && rmSync(home, { recursive: true, force: true });
  return { ended: started.ended, stop: () => started.stop().finally(forget) };
}
