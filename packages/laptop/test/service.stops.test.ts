import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
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

test.skipIf(process.platform === "win32")(
  "what a running service writes is its owner's alone",
  {
    timeout: 60_000,
  },
  async () => {
    const host = serviceProcess();
    try {
      await host.start();
      const names = readdirSync(host.dataDir, { recursive: true, encoding: "utf8" });
      expect(names).toEqual(expect.arrayContaining(["host.db", "dynamodb.db", "service.json", "cloud.log"]));
      for (const name of names) expect(statSync(join(host.dataDir, name)).mode & 0o077, name).toBe(0);
    } finally {
      await host.discard();
    }
  },
);
