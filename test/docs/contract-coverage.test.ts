import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { versionsOfFields } from "../../lambdas/api/contract/published/field.ts";
import { namedSchemas, publishedOperations } from "../../lambdas/api/contract/published/index.ts";
import { readCitations, readTags, rowsOf, withTests } from "../support/contract-coverage.ts";

const root = join(import.meta.dirname, "../..");
const specification = join(root, "../shared/SPEC.md");
const file = join(root, "docs/contract-coverage.md");
const page = readFileSync(file, "utf8");
const [specified = [], added = []] = page.split("\n## Additions\n").map(rowsOf);
const rows = [...specified, ...added];
const tags = readTags();

test("the page names the tests that say which lines they check", async () => {
  await expect(withTests(page, tags)).toMatchFileSnapshot(file);
});

test("every line has a test, or a reason why it has none", () => {
  expect(added.length).toBeGreaterThan(0);
  const isChecked = (id: string) => tags.has(id) || tags.has(`${id.split(".")[0]}.*`);
  expect(rows.filter(({ id, reason }) => reason === undefined && !isChecked(id))).toEqual([]);
});

test("every line that a test or a comment names is on the page, once", () => {
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const known = new Set(ids.flatMap((id) => [id, `${id.split(".")[0]}.*`]));
  const cited = readCitations();
  expect(cited.size).toBeGreaterThan(0);
  expect([...tags.keys(), ...cited].filter((id) => !known.has(id))).toEqual([]);
});

test("what the document has since a later version is among the additions, by its path or name", () => {
  const operations = publishedOperations.filter(({ since }) => since !== undefined);
  const paths = operations.map(({ operation: { method, path } }) => `${method} ${path}`);
  const fields = Object.values(namedSchemas)
    .flatMap(versionsOfFields)
    .filter(([, since]) => since !== "1.0.0")
    .map(([name]) => name);
  expect(paths.length * fields.length).toBeGreaterThan(0);
  const text = added.map(({ line }) => line).join("\n");
  expect([...paths, ...fields].filter((name) => !text.includes(`\`${name}`))).toEqual([]);
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

/** Whether a row has this line, whole or by its first words and an ellipsis. */
const begins = (line: string, row: string) =>
  row === line || (row.length > 1 && row.endsWith("…") && line.startsWith(row.slice(0, -1)));

test.runIf(existsSync(specification))("no line of the specification is missing", () => {
  const lines = linesOf(readFileSync(specification, "utf8"));
  const cited = lines.filter((line, index) => begins(line, specified[index]?.line ?? ""));
  expect(cited).toEqual(lines);
  expect(specified).toHaveLength(lines.length);
});
