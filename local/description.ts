import { rmSync, writeFileSync } from "node:fs";
import type { Cleanup } from "./cleanup.ts";
import type { LocalService } from "./service.ts";

/** Writes what other programs need to reach the service; the file is there only while the service runs. */
export function writeDescription(service: LocalService, file: string, cleanup: Cleanup): void {
  const description = {
    base_url: service.baseUrl,
    organization_id: service.organizationId,
    api_key: service.apiKey,
    signing_secret: service.signingSecret,
    inbox_url: service.inboxUrl,
    pid: process.pid,
    endpoints: service.endpoints,
    table_name: service.tableName,
    bucket_name: service.bucketName,
    environment: service.environment,
  };
  writeFileSync(file, `${JSON.stringify(description, null, 2)}\n`);
  cleanup.add(() => rmSync(file, { force: true }));
}
