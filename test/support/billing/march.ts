import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { startApi } from "../api.ts";

/** The API, with a clock that is set: every test begins in the morning of 10 March 2026. */
export async function startApiInMarch() {
  const api = await startApi();
  beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  beforeEach(() => void vi.setSystemTime("2026-03-10T09:00:00.000Z"));
  afterAll(async () => {
    vi.useRealTimers();
    await api.stop();
  });
  return api;
}
