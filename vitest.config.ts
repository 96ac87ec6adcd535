import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ["test/temporary-files.ts"],
    maxWorkers: 2,
    teardownTimeout: 500,
    // A machine that checks changes may stall for a moment; a broken rule fails twice.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["test/**/*.test.ts"], exclude: ["test/http/**"] },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: ["test/http/**/*.test.ts"],
          globalSetup: ["test/global-setup.ts"],
          fileParallelism: false,
        },
      },
    ],
  },
});
