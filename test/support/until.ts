import { vi } from "vitest";

/** Waits until `read` yields something, and returns it. */
export const until = <T>(read: () => T | Promise<T>) => vi.waitUntil(read, { timeout: 40_000, interval: 25 });
