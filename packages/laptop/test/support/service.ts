import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalServiceOptions, startLocalService } from "../../src/service.ts";

export const newDirectory = () => mkdtempSync(join(tmpdir(), "local-service-"));

/** A service on a free port and in a new data directory, without the development organization. */
export async function startTestService(assembly: string, options: Partial<LocalServiceOptions> = {}) {
  const dataDir = options.dataDir ?? newDirectory();
  const service = await startLocalService({ port: 0, seed: false, assembly, ...options, dataDir });
  return { ...service, dataDir };
}
