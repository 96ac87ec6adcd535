/** V8's settings for a process with an isolate for every function: they cost a little speed in JavaScript alone. */
export const leanFlags = ["--optimize-for-size", "--max-semi-space-size=1"];

/** glibc's settings that give the memory of decoded pictures back; it reads them only when a process starts. */
export const leanAllocator = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};

/**
 * Replaces this process by itself with settings that keep a whole cloud in a third less memory, where the platform
 * can. Returns in the new process, and everywhere else.
 */
export function becomeLean(): void {
  if (process.platform !== "linux" || process.env.MALLOC_ARENA_MAX !== undefined || !process.execve) return;
  const args = [process.execPath, ...leanFlags, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, ...leanAllocator });
}
