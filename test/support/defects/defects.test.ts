import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defects, withDefect } from "./defects.ts";

const root = join(import.meta.dirname, "../../..");

test("every seeded defect fits the code as it is, so that `npm run test:long -- mutants defects` can make it", () => {
  const misfits = defects.filter(
    (defect) =>
      withDefect(readFileSync(join(root, defect.file), "utf8"), defect) === null ||
      !existsSync(join(root, `test/${defect.caughtBy.file}.test.ts`)),
  );
  expect(misfits.map(({ name }) => name)).toEqual([]);
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
});
