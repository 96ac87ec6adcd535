import { rmSync, writeFileSync } from "node:fs";
import type { Cloud } from "@image-staging/local-cloud/cloud";
import type { Endpoints } from "@image-staging/local-cloud/endpoints";
import type { Cleanup } from "@image-staging/local-cloud/lifecycle";

export type LocalService = {
  baseUrl: string;
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
  /** What holds the table, in words. */
  engine: string;
  endpoints: Endpoints;
  tableName: string | undefined;
  bucketName: string | undefined;
  /** The variables with which an AWS SDK or the operator's CLI reaches this service. */
  environment: Record<string, string>;
  /** Invokes a function by name, ARN or logical id with a JSON payload. */
  invoke: Cloud["lambda"]["invoke"];
  /** Ends a function's thread, as in a crash: its invocations fail, and the next one starts a new thread. */
  killFunction: (target: string) => Promise<void>;
  /** Invocations of each function since the start, by logical id. */
  invocations: Cloud["lambda"]["usage"];
  /** State transitions since the start, by state machine name. */
  transitions: () => Record<string, number>;
  stop: () => Promise<void>;
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
