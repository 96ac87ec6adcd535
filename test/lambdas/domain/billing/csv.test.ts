import { expect, test } from "vitest";
import { csvLine } from "../../../../lambdas/domain/billing/csv.ts";

test("a line of CSV is one line, whatever a text has in it", () => {
  for (const character of ["\n", "\r\n", "\r", "\u0085", "\u2028", "\u000b", "\u001b"]) {
    const line = csvLine([`flat 3${character},,1000000`, 0.25]);
    expect(line.match(/[\p{Cc}\p{Zl}\p{Zp}]/gu), JSON.stringify(character)).toEqual(["\n"]);
  }
  expect(csvLine(["42 Sample Avenue\nSpringfield", true, null])).toBe("42 Sample Avenue Springfield,true,\n");
});

test("a text that a spreadsheet would take for a formula begins with an apostrophe; a number does not", () => {
  for (const text of [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\n=1",
    " =1",
    "＝1",
    "＋1",
    "－1",
    "＠1",
    "\u2003=1",
  ])
    expect(csvLine([text]), JSON.stringify(text)).toMatch(/^'/);
  for (const text of ["a=1", "1-2", "'=1"]) expect(csvLine([text])).toBe(`${text}\n`);
  expect(csvLine([-0.25, 'Say "=1", then'])).toBe('-0.25,"Say ""=1"", then"\n');
});
