import { afterAll, vi } from "vitest";

const before = { ...process.env };

/** The files of a worker share its modules and its environment: what a file changes ends with it. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
