import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Log } from "../log.ts";

/** A program that ends when this process ends, even if this process is killed. */
export type GuardedProcess = { ended: Promise<void>; stop: () => Promise<void> };

type Options = { cwd?: string; env?: NodeJS.ProcessEnv };

export function startGuarded(
  program: string,
  args: string[],
  log: Log,
  options: Options = {},
): GuardedProcess {
  const child =
    process.platform === "win32" ? inJob(program, args, options) : underShell(program, args, options);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (error) => {
      log(`${program}: ${error.message}\n`);
      resolve();
    });
  });
  child.stdout.on("data", log);
  child.stderr.on("data", log);
  child.stdin.on("error", () => {});
  return {
    ended,
    stop: async () => {
      child.stdin.end();
      if (process.platform === "win32") child.kill();
      await ended;
    },
  };
}

/** Windows ends the children of a Node process with it: libuv puts them into a job object that the process closes. */
const inJob = (program: string, args: string[], options: Options): ChildProcessWithoutNullStreams =>
  spawn(program, args, { ...options, stdio: "pipe", windowsHide: true });

/**
 * The background shell waits for the end of its input. Only this process holds it open, so it closes when this process
 * ends, and the shell then ends the program.
 */
function underShell(program: string, args: string[], options: Options): ChildProcessWithoutNullStreams {
  const guard = 'exec 3<&0; { read -r _ <&3; kill $$; } & exec "$@" 3<&- </dev/null';
  return spawn("/bin/sh", ["-c", guard, "sh", program, ...args], {
    ...options,
    stdio: "pipe",
    detached: true,
  });
}
