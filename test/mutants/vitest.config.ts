import { defineConfig } from "vitest/config";
import { parts } from "./parts.ts";

/** The tests of the part in MUTATED_PART, as Stryker runs them in its copy of the project. */
export default defineConfig({
  test: {
    include: parts[process.env.MUTATED_PART ?? ""]?.tests ?? [],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: ["test/support/temporary-files.ts", "test/support/engine.ts"],
    // What a file loads is not changed by its tests, and loading it for each file and mutant takes longest.
    isolate: false,
    env: { POWERTOOLS_LOG_LEVEL: "SILENT", POWERTOOLS_METRICS_DISABLED: "true" },
  },
});
