import { serviceProcess } from "service/test/support/service-process.ts";
import { expect, test } from "vitest";
import { stopUnderLoad } from "./support/stops.ts";

test("a service that is stopped at any moment under load ends in the announced time, with exit code 0", {
  timeout: 120_000,
}, async () => {
  const host = serviceProcess();
  try {
    for (const pauseMs of [0, 400]) {
      const { seconds, code } = await stopUnderLoad(host, pauseMs);
      expect(code).toBe(0);
      expect(seconds).toBeLessThan(10);
    }
  } finally {
    await host.discard();
  }
});
