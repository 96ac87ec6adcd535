import { defineConfig } from "vitest/config";

/** For this package alone; in the repository, the root's configuration has its tests among all others. */
export default defineConfig({
  test: { include: ["test/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 30_000 },
});
