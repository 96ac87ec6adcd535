import { vi } from "vitest";

/**
 * Waits until `read` yields something, and returns it. A passing test never waits for the whole minute. Where `read` counts
 * against a limit of requests, the interval is longer.
 */
export const until = <T>(read: () => T | Promise<T>, timeout = 60_000, interval = 25) =>
  vi.waitUntil(read, { timeout, interval });
