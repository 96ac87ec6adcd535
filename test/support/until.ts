import { vi } from "vitest";

/**
 * Waits until `read` yields something, and returns it. A passing test never waits for the whole minute. If `read` counts
 * against a limit of requests, the interval is longer.
 */
export const until = <T>(read: () => T | Promise<T>, timeout = 60_000, interval = 25) =>
  vi.waitUntil(read, { timeout, interval });

/** The same for the end of a job or an ingest: a read of it costs what a tenth of its work does. */
export const untilEnd = <T>(read: () => Promise<T>) => until(read, 60_000, 100);
