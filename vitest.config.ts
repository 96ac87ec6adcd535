import { defineConfig } from "vitest/config";
import { isFullRun, leftOut as left } from "./test/support/full-run.ts";

/** Packages that npm puts into a package of ours have tests too. */
const foreign = "**/node_modules/**";
const leftOut = [foreign, ...left];

const testsIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`);

/** Handlers and the operator's commands in this process, on a real table, and what else changes the environment. */
const handlers = [
  ...testsIn("test/bin/admin", "test/faults", "test/lambdas/{api,pipeline,storage}"),
  "test/lambdas/*.test.ts",
  "test/docs/billing.test.ts",
  "test/service/clients/receive-webhooks.test.ts",
];

/** Reads, furnishes and draws rooms and plans: seconds each. */
const pictures = testsIn(
  "packages/{picture,tracer,furniture,generated}",
  "packages/models/{rendered,plans,enhance,eraser}",
);

/**
 * Tests that draw with SVG, which what reads callers' pictures blocks in its process for good, replace sharp, or read what the
 * logger writes, which the handlers' process silences for good.
 */
const readers = [
  "test/bin/admin/service/logs.test.ts",
  "test/lib/monitoring/alarms.history.test.ts",
  "test/lambdas/runtime/picture/{label,label.simulated,read-picture.hostile}.test.ts",
  "test/lambdas/approval/{candidate,judge.simulated}.test.ts",
  "packages/laptop/test/service.functions.test.ts",
];

/** Parts that draw pictures, or start threads, servers and processes: seconds each. */
const parts = [
  ...testsIn("packages/{laptop,local-cloud,inference-contract}", "packages/models/simulated"),
  "test/bin/run.test.ts",
  "test/docs/webhooks.test.ts",
];

const stack = testsIn("test/lib");
const pages = testsIn("test/service/pages");

/** Tests that start a service for themselves. */
const service = [
  ...testsIn("test/service"),
  "packages/laptop/test/{service,service.stops,command.hostile,front.other-sites}.test.ts",
  "test/bin/smoke.test.ts",
];

/** Tests on one service that all of them share. */
const shared = [
  ...testsIn("test/service/shared"),
  "test/service/clients/{conformance,examples,folder,mcp}.test.ts",
];

/** A full run draws up to a hundred times as much in one test. */
const testTimeout = isFullRun ? 300_000 : 30_000;

/** By what a test needs. A test that needs longer than its project allows says so itself. */
export default defineConfig({
  test: {
    testTimeout,
    hookTimeout: 30_000,
    // A second by default, which a busy machine can take to close a connection.
    expect: { poll: { timeout: 15_000 } },
    globalSetup: ["test/support/temporary-files.ts", "test/support/no-profile.ts", "test/support/engine.ts"],
    // More than the cores that it is meant for: tests that call a service or a table wait part of the time.
    maxWorkers: 3,
    // Node reads TypeScript itself, and keeps what it has compiled (bin/run.mjs): a seventh less than by Vite's runner.
    experimental: { viteModuleRunner: false },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: testsIn("test", "packages"),
          exclude: [
            ...handlers,
            ...pictures,
            ...readers,
            ...parts,
            ...stack,
            ...pages,
            ...service,
            ...leftOut,
          ],
          // None of them changes what it loads.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "readers", include: readers, exclude: leftOut, env: { CDK_VALIDATION: "false" } },
      },
      {
        extends: true,
        test: {
          name: "parts",
          include: parts,
          exclude: [...readers, ...service, ...leftOut],
          // None of them changes what it loads.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "pictures",
          include: pictures,
          exclude: leftOut,
          // Each file would load three.js and warm the analysis up again. None of them changes what it loads.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "stack",
          include: stack,
          exclude: [...readers, ...leftOut],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Each file would load the CDK again, which takes longer than its tests. None of them changes what it loads.
          isolate: false,
          // Half of the time. What it finds are warnings: `npm run test:long -- templates` refuses, and a deployment validates.
          env: { CDK_VALIDATION: "false" },
        },
      },
      {
        extends: true,
        test: {
          name: "handlers",
          include: handlers,
          exclude: [...readers, ...leftOut],
          // Each file would load all handlers and start an engine again, which takes longer than its tests.
          isolate: false,
          setupFiles: ["test/support/own-environment.ts", "test/support/consistent-reads.ts"],
          // Otherwise the handlers' logger and metrics write between the results.
          env: { POWERTOOLS_LOG_LEVEL: "SILENT", POWERTOOLS_METRICS_DISABLED: "true" },
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          // `npm run test:long -- pages`: a browser takes as long as everything else that needs a service.
          include: isFullRun ? pages : [],
          // Each state is photographed four times with SCREENS.
          testTimeout: process.env.SCREENS ? 900_000 : 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "service",
          include: service,
          exclude: [...shared, ...pages, ...handlers, ...leftOut],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "shared-service",
          include: shared,
          globalSetup: ["test/service/shared/global-setup.ts"],
          // Each file would load the same again. None of them changes what it loads.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
