import { type ChildProcess, fork } from "node:child_process";
import { leanAllocator, leanFlags } from "../lean-process.ts";
import type { Log } from "../log.ts";

/** A model container. `use` runs `work` with its URL; the container is in use until `work` settles. */
export type Container = {
  use: <T>(work: (url: string) => Promise<T>) => Promise<T>;
  stop: () => Promise<void>;
};

/** A container that runs already. Stopping leaves it running. */
export const runningContainer = (url: string): Container => ({
  use: (work) => work(url),
  stop: async () => {},
});

type Options = {
  idleMs?: number;
  /** Gets what the program sends after the URL. */
  onMessage?: (message: unknown) => void;
};

/**
 * A model in a process that runs `program`, which sends the model's URL to this one. It starts with the first invocation,
 * restarts after a crash, and ends after `idleMs` without work, like an endpoint that scales to zero.
 */
export function containerProcess(
  program: string | URL,
  log: Log,
  { idleMs = 120_000, onMessage = () => {} }: Options = {},
): Container {
  let current: { child: ChildProcess; url: Promise<string> } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let users = 0;

  const start = () => {
    const child = fork(program, {
      execArgv: leanFlags,
      // Windows opens no socket without SystemRoot.
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, ...leanAllocator },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    child.stdout?.on("data", log);
    child.stderr?.on("data", log);
    const url = new Promise<string>((resolve, reject) => {
      child.once("message", (message) => {
        resolve(String(message));
        child.on("message", onMessage);
      });
      child.once("error", reject);
      child.once("exit", (code, signal) => {
        if (current?.child === child) current = undefined;
        reject(new Error(`the model container ended (${signal ?? code})`));
      });
    });
    url.catch(() => {});
    return { child, url };
  };

  const stop = async () => {
    clearTimeout(idle);
    const child = current?.child;
    current = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  };

  return {
    use: async (work) => {
      clearTimeout(idle);
      users += 1;
      try {
        current ??= start();
        return await work(await current.url);
      } finally {
        users -= 1;
        if (users === 0) idle = setTimeout(stop, idleMs).unref();
      }
    },
    stop,
  };
}
