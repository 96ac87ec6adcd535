import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ["test/support/temporary-files.ts"],
    maxWorkers: 2,
    // A machine that checks changes may stall for a moment; a broken rule fails twice.
    retry: process.env.CI ? 1 : 0,
    projects: [
      { extends: true, test: { name: "unit", include: ["test/unit/**/*.test.ts"] } },
      { extends: true, test: { name: "handlers", include: ["test/handlers/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "service",
          include: ["test/service/**/*.test.ts"],
          exclude: ["test/service/shared/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "shared-service",
          include: ["test/service/shared/**/*.test.ts"],
          globalSetup: ["test/support/shared-service.ts"],
          fileParallelism: false,
        },
      },
    ],
  },
});
