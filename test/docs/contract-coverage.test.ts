import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const specification = join(root, "../shared/SPEC.md");

type Row = { line: string; tests: { file: string; title: string }[]; reason: string | undefined };

const [specified = "", added = ""] = readFileSync(join(root, "docs/contract-coverage.md"), "utf8").split(
  "\n## Additions\n",
);

/** The rows of docs/contract-coverage.md: a line of the specification, and its tests or why it has none. */
const rowsOf = (page: string): Row[] =>
  page.split("\n").flatMap((text) => {
    const [, line = "", right = ""] = /^\| (.+) \| (.+) \|$/.exec(text) ?? [];
    if (!line || line === "Specification" || line === "Addition") return [];
    const tests = [...right.matchAll(/([\w./-]+): “([^”]+)”/g)].map(([, file = "", title = ""]) => ({
      file,
      title,
    }));
    return [{ line, tests, reason: /\*(.+?)\*/.exec(right)?.[1] }];
  });
const rows = rowsOf(specified);
const additions = rowsOf(added);

const titlesOf = (file: string) => {
  const source = readFileSync(
    join(root, file.startsWith("packages/") ? "" : "test", `${file}.test.ts`),
    "utf8",
  );
  return [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)].map(
    ([, quoted, template]) => quoted ?? template ?? "",
  );
};

test("every test that the coverage names exists", () => {
  const named = new Map<string, Set<string>>();
  for (const { file, title } of [...rows, ...additions].flatMap(({ tests }) => tests))
    named.set(file, (named.get(file) ?? new Set()).add(title));
  expect(named.size).toBeGreaterThan(10);
  for (const [file, titles] of named) {
    const existing = titlesOf(file);
    for (const title of titles)
      expect(
        existing.some((text) => text.includes(title)),
        `${file}: ${title}`,
      ).toBe(true);
  }
});

test("every line has a test, or a reason why it has none", () => {
  expect(additions.length).toBeGreaterThan(0);
  expect(
    [...rows, ...additions].filter(({ tests, reason }) => tests.length === 0 && reason === undefined),
  ).toEqual([]);
});

/** The lines of the specification with content: no headings, no heads of tables. */
function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .filter((line, index) => line && !/^(#|\|---)/.test(line) && !lines[index + 1]?.startsWith("|---"))
    .map((line) => (line.startsWith("|") ? cellsOf(line).join(" · ") : line));
}
const cellsOf = (row: string) =>
  row
    .split("|")
    .map((cell) => cell.trim())
    .filter(Boolean);

test.runIf(existsSync(specification))("no line of the specification is missing", () => {
  const lines = linesOf(readFileSync(specification, "utf8"));
  expect(rows.map(({ line }) => line)).toEqual(lines);
  console.log(
    `${lines.length} lines of the specification, ${rows.filter(({ tests }) => tests.length > 0).length} with tests`,
  );
});
