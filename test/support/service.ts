import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalServiceOptions, startLocalService } from "@image-staging/laptop/service";
import { synthesize } from "@image-staging/laptop/synthesize";
import type { LimitOverrides } from "../../lambdas/domain/organization/limits.ts";
import type { Organization } from "../../lambdas/domain/organization/organization.ts";
import { overHttp } from "./http.ts";
import { newPartner } from "./partner.ts";

/**
 * The local service within this process, on a free port and a new data directory, without the development organization
 * unless `seed` asks for it. `newPartner` needs its `environment` in this process's.
 */
export async function startService(options: Partial<LocalServiceOptions> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "service-"));
  const service = await startLocalService({
    port: 0,
    assembly: synthesize,
    seed: false,
    ...options,
    dataDir,
  });
  const calls = overHttp(service.baseUrl);
  return {
    ...service,
    ...calls,
    dataDir,
    /** A new organization of the service that calls it over HTTP. */
    newPartner: (settings?: Partial<Organization>, keyLimits?: LimitOverrides) =>
      newPartner(calls.send, settings, keyLimits),
    /** What the service's functions wrote. */
    readLog: () => readFileSync(join(dataDir, "cloud.log"), "utf8"),
    stop: async () => {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
