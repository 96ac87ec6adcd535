import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { versionsOfFields } from "../lambdas/api/contract/published/field.ts";
import { namedSchemas, publishedOperations } from "../lambdas/api/contract/published/index.ts";
import {
  additions,
  filesOf,
  type Row,
  readCitations,
  readSections,
  readTags,
} from "./support/specification/coverage.ts";

const specification = join(import.meta.dirname, "../../shared/SPEC.md");
const sections = readSections();
const rowsOf = (isAdded: boolean) =>
  sections.filter(({ title }) => (title === additions) === isAdded).flatMap(({ rows }) => rows);
const [specified, added] = [rowsOf(false), rowsOf(true)];
const rows = [...specified, ...added];
const tags = readTags();

test("every line has a test, or a reason why it has none", () => {
  expect(added.length).toBeGreaterThan(0);
  const isChecked = (row: Row) => filesOf(row, tags).length > 0;
  expect(rows.filter((row) => row.reason === undefined && !isChecked(row))).toEqual([]);
});

test("every line that a test or a comment names is listed, once", () => {
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
