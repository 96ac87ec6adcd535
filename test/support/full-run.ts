/** The long runs (test/README.md) run at full size, `npm test` at a fraction of it. */
export const isFullRun = process.env.FULL_RUN !== undefined;

/**
 * What takes seconds of a processor each and whose parts have tests of their own: services that are killed, stopped, attacked and
 * misled; pictures that are read, emptied and furnished whole; approval's error over many pictures; furniture of all
 * kinds; a month of each alarm. By the long run that has them.
 */
const long = {
  alarms: ["test/lib/monitoring/alarms.history.test.ts"],
  bundles: ["test/lib/bundling.models.test.ts"],
  faults: ["test/faults/histories.test.ts"],
  pictures: [
    "packages/bench/test/drift/drift.test.ts",
    "packages/furniture/test/catalogue.test.ts",
    "packages/generated/test/labelled/draw.test.ts",
    "packages/inference-contract/test/{check,main}.test.ts",
    "packages/models/enhance/test/{index,model}.test.ts",
    "packages/models/eraser/test/{erase,model}.test.ts",
    "packages/models/plans/test/{index,model}.test.ts",
    "packages/models/rendered/test/{analysis/index,panorama,empty/index,labels/index,layout/lay-out,layout/lay-out.programs}.test.ts",
    "packages/models/rendered/test/look/contact-sheet.test.ts",
    "test/lambdas/api/verify/check.test.ts",
    "test/lambdas/approval/{candidate,measure/emptied/emptied,measure/measure-{drift,grade}}.test.ts",
    "test/lambdas/pipeline/approve-candidates.drift.test.ts",
    "test/lambdas/runtime/picture/{label,label.simulated,read-picture.hostile}.test.ts",
  ],
  pages: ["packages/laptop/test/front.other-sites.test.ts"],
  services: [
    "packages/laptop/test/{command.hostile,service.stops}.test.ts",
    "test/bin/smoke.test.ts",
    "test/service/sandbox.test.ts",
    "test/service/pipeline/{cancelled-jobs,killed-workers,model-misbehaviour,repeats}.test.ts",
    "test/service/webhooks/{failing-receivers,killed-service}.test.ts",
  ],
};
/** The local cloud's tests run whole where it stands alone, as `.ci/run` does: installing engines and starting, seconds each. */
const alone = "packages/local-cloud/test/{dynamodb/engine,start}.test.ts";

/** Globs of the test files that this run leaves out. */
export const leftOut: readonly string[] = isFullRun ? [] : [alone, ...Object.values(long).flat()];

/** How many do something at once, of whom `npm test` has a quarter: enough to contend, and each contends with all others. */
export const crowdOf = (many: number): number => (isFullRun ? many : Math.ceil(many / 4));

/** All of them in a full run, else the first and every `step`-th after it. */
export const sampleOf = <T>(all: readonly T[], step: number): T[] =>
  all.filter((_, index) => isFullRun || index % step === 0);
