import { rmSync, writeFileSync } from "node:fs";
import type { Cleanup } from "@image-staging/local-cloud/lifecycle";
import type { LocalCloud } from "@image-staging/local-cloud/start";

/** The template's services, and what the laptop adds. */
export type LocalService = Omit<LocalCloud, "output"> & {
  organizationId: string;
  apiKey: string;
  signingSecret: string;
  /** The sandbox of the same partner; undefined in a directory that was seeded without one. */
  sandbox: {
    organizationId: string | undefined;
    apiKey: string | undefined;
    signingSecret: string | undefined;
  };
  inboxUrl: string;
  tableName: string | undefined;
  bucketName: string | undefined;
};

/** Writes what other programs need to reach the service. The file exists only while the service runs. */
export function describeService(service: LocalService, file: string, cleanup: Cleanup): void {
  const description = {
    base_url: service.baseUrl,
    organization_id: service.organizationId,
    api_key: service.apiKey,
    signing_secret: service.signingSecret,
    sandbox_organization_id: service.sandbox.organizationId,
    sandbox_api_key: service.sandbox.apiKey,
    sandbox_signing_secret: service.sandbox.signingSecret,
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
