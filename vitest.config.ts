import { defineConfig } from "vitest/config";

/** The axes of test/README.md, one project each. A test that needs longer says so itself. */
export default defineConfig({
  test: {
    testTimeout: 10_000,
    hookTimeout: 10_000,
    globalSetup: ["test/support/temporary-files.ts"],
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "unit", include: ["test/unit/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "handlers",
          include: ["test/handlers/**/*.test.ts"],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // Logger and metrics of the handlers write to standard output otherwise.
          env: { POWERTOOLS_LOG_LEVEL: "SILENT", POWERTOOLS_METRICS_DISABLED: "true" },
        },
      },
      {
        extends: true,
        test: {
          name: "service",
          include: ["test/service/**/*.test.ts"],
          exclude: ["test/service/shared/**"],
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: "shared-service",
          include: ["test/service/shared/**/*.test.ts"],
          globalSetup: ["test/service/shared/global-setup.ts"],
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
