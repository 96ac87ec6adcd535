/** Prints which tests check each line of the specification, as Markdown. */
import { filesOf, readSections, readTags } from "./coverage.ts";

const tags = readTags();
for (const { title, rows } of readSections()) {
  console.log(`## ${title}\n\n| Id | Line | Tests |\n|---|---|---|`);
  for (const row of rows) {
    const cells = [...(row.reason ? [`*${row.reason}*`] : []), ...filesOf(row, tags)];
    console.log(`| ${row.id} | ${row.line} | ${cells.join("<br>")} |`);
  }
  console.log();
}
