import { flushCompileCache } from "node:module";

/** V8's settings for a process with one isolate per function. They make JavaScript slightly slower. */
export const leanFlags = ["--optimize-for-size", "--max-semi-space-size=1"];

/** glibc's settings that return the memory of decoded pictures to the system. It reads them when a process starts. */
export const leanAllocator = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};

/**
 * Restarts this program in the same process with settings that save a third of its memory, if the platform can.
 * Returns in the restarted program, and if the platform cannot.
 */
export function becomeLean(): void {
  if (process.platform !== "linux" || process.env.MALLOC_ARENA_MAX !== undefined || !process.execve) return;
  const args = [process.execPath, ...leanFlags, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, ...leanAllocator });
}

/**
 * Ends this process now, with that exit code. `process.exit` first waits for V8's own threads, and one that compiles may wait
 * for a collection that the main thread no longer makes: then the process stays for ever (nodejs/node#54918). If the platform
 * can, another program takes this one's place instead, and the system ends all threads.
 */
export function endProcess(code: number): never {
  if (process.platform !== "win32" && process.execve) {
    flushCompileCache();
    process.execve("/bin/sh", ["sh", "-c", `exit ${code}`], {});
  }
  process.exit(code);
}
