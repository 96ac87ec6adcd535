import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "service/lambdas/api/contract/operations.ts";
import { expect } from "vitest";

/** A client's package: its folder, its sources by the pattern, and how to read its files. */
export function clientPackage(name: string, pattern: string) {
  const folder = join(import.meta.dirname, "../../clients", name);
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  return { folder, read, sources: globSync(pattern, { cwd: folder }) };
}

/** The sources name every path of the API; generated types do not count. */
export function expectToCallEveryPath({ read, sources }: ReturnType<typeof clientPackage>): void {
  const text = sources
    .filter((file) => !/types\.\w+$/.test(file))
    .map(read)
    .join("\n");
  for (const { path } of operations) {
    const [beginning = "", ending = ""] = path.split(/\/\{\w+\}/);
    expect(text, path).toContain(beginning);
    expect(text, path).toContain(ending);
  }
}
