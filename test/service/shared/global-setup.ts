import { onlyModel } from "@image-staging/laptop/model-variables";
import type { TestProject } from "vitest/node";
import { startService } from "../../support/service.ts";
import { startModelGate } from "./model-gate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The one local service that all tests of this folder share. */
    service: {
      baseUrl: string;
      organizationId: string;
      apiKey: string;
      inboxUrl: string;
      modelUrl: string;
      environment: Record<string, string>;
    };
  }
}

/** Starts one service for all tests of this folder. */
export default async function setup(project: TestProject) {
  const gate = await startModelGate();
  // The gate's model is the simulated one: it draws everything, and its labelled drawings are no grade of a picture.
  const service = await startService({
    seed: true,
    modelUrl: gate.url,
    environment: { ...onlyModel, JUDGE_DRIFT: "false" },
  });
  const { baseUrl, organizationId, apiKey, inboxUrl, environment } = service;
  project.provide("service", { baseUrl, organizationId, apiKey, inboxUrl, modelUrl: gate.url, environment });
  return async () => {
    await service.stop();
    await gate.stop();
  };
}
