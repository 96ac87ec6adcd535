import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { parts } from "./parts.ts";

const { tests = [], isLoaded = false } = parts[process.env.MUTATED_PART ?? ""] ?? {};

/** In the part's own order: the first test that notices a mutant ends its run, so the quick files stand first. */
class InOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => tests.findIndex((file) => moduleId.endsWith(file));
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)));
  }
}

/** The tests of the part in MUTATED_PART, as Stryker runs them in its copy of the project. */
export default defineConfig({
  test: {
    include: tests,
    setupFiles: ["test/support/consistent-reads.ts"],
    sequence: { sequencer: InOrder },
    // Stryker ends what hangs, by how long a test took without a change.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    globalSetup: ["test/support/temporary-files.ts", "test/support/engine.ts"],
    // What a file loads is not changed by its tests, and loading it for each file and mutant takes longest.
    isolate: isLoaded,
    env: { POWERTOOLS_LOG_LEVEL: "SILENT", POWERTOOLS_METRICS_DISABLED: "true" },
  },
});
