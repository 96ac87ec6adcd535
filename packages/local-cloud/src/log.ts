import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Cleanup } from "./lifecycle.ts";

/** Writes to the log of the service. */
export type Log = (chunk: Buffer | string) => void;

/** Opens `cloud.log`: the functions and engines write there, not to the terminal. */
export function openLog(dataDir: string, cleanup: Cleanup): Log {
  const file = createWriteStream(join(dataDir, "cloud.log"), { flags: "a" });
  cleanup.add(() => new Promise((closed) => file.end(closed)));
  return (chunk) => void (file.writableEnded || file.write(chunk));
}
