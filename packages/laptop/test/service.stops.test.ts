import { sampleOf } from "service/test/support/full-run.ts";
import { serviceProcess } from "service/test/support/service-process.ts";
import { expect, test } from "vitest";
import { stopUnderLoad } from "./support/stops.ts";

test("a service that is stopped at any moment under load ends in the announced time, with exit code 0", {
  timeout: 120_000,
}, async () => {
  const host = serviceProcess();
  try {
    for (const pauseMs of sampleOf([400, 0], 2)) {
      const { seconds, code } = await stopUnderLoad(host, pauseMs);
      expect(code).toBe(0);
      expect(seconds).toBeLessThan(10);
    }
  } finally {
    await host.discard();
  }
});
