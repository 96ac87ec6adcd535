import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startLocalService } from "../../local/service.ts";
import { synthesize } from "../../local/synthesize.ts";
import { startModelGate } from "./model-gate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The one local service that all HTTP tests share. */
    service: {
      baseUrl: string;
      organizationId: string;
      apiKey: string;
      signingSecret: string;
      inboxUrl: string;
      modelUrl: string;
      environment: Record<string, string>;
    };
  }
}

/** Synthesizes the app and starts one service for the tests in test/service/shared. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), "http-tests-"));
  const gate = await startModelGate();
  const service = await startLocalService({ port: 0, dataDir, assembly: synthesize, modelUrl: gate.url });
  const { baseUrl, organizationId, apiKey, signingSecret, inboxUrl, environment } = service;
  project.provide("service", {
    baseUrl,
    organizationId,
    apiKey,
    signingSecret,
    inboxUrl,
    modelUrl: gate.url,
    environment,
  });
  return async () => {
    await service.stop();
    await gate.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
