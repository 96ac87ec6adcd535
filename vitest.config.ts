import { defineConfig } from "vitest/config";
import { isFullRun } from "./test/support/full-run.ts";

/** Parts that draw pictures, or start threads, servers and processes: seconds each. */
const parts = ["local", "models", "runtime/picture"].map((folder) => `test/unit/${folder}/**/*.test.ts`);
const stack = ["test/unit/lib/**/*.test.ts"];

/** Tests on one service that all of them share. */
const shared = [
  "test/service/shared/**/*.test.ts",
  "test/service/clients/{conformance,examples,mcp}.test.ts",
];

/** The axes of test/README.md. A test that needs longer than its project allows says so itself. */
export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 20_000,
    globalSetup: ["test/support/temporary-files.ts", "test/support/engine.ts"],
    // More than the cores that it is meant for: the tests of services wait part of the time.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          exclude: [...parts, ...stack],
          // None of them changes what it loads. Those of `parts` do: what reads callers' pictures blocks SVG for good.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "parts", include: parts, testTimeout: 30_000, hookTimeout: 30_000 },
      },
      {
        extends: true,
        test: {
          name: "stack",
          include: stack,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Each file would load the CDK again, which takes longer than its tests. None of them changes what it loads.
          isolate: false,
          // Half of the time. What it finds are warnings: `npm run lint:templates` refuses, and a deployment validates.
          env: { CDK_VALIDATION: "false" },
        },
      },
      {
        extends: true,
        test: {
          name: "handlers",
          include: ["test/handlers/**/*.test.ts"],
          // Each file would load all handlers and start an engine again, which takes longer than its tests.
          isolate: false,
          setupFiles: ["test/handlers/own-environment.ts", "test/handlers/consistent-reads.ts"],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // Otherwise the handlers' logger and metrics write between the results.
          env: { POWERTOOLS_LOG_LEVEL: "SILENT", POWERTOOLS_METRICS_DISABLED: "true" },
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: isFullRun ? ["test/pages/**/*.test.ts"] : ["test/pages/road.test.ts"],
          // Each state is photographed four times with SCREENS.
          testTimeout: process.env.SCREENS ? 900_000 : 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "service",
          include: ["test/service/**/*.test.ts"],
          exclude: shared,
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
