import { vi } from "vitest";

/** Waits until `read` yields something, and returns it. A passing test never waits for the whole minute. */
export const until = <T>(read: () => T | Promise<T>, timeout = 60_000) =>
  vi.waitUntil(read, { timeout, interval: 25 });
