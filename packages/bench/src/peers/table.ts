/** Prints rows as a Markdown table, which docs/performance.md takes over. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map((cell) => String(cell)));
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  console.log(line(head));
  console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  for (const row of cells) console.log(line(row));
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The ratio of two sides that were measured in turn: its median over the rounds and, in brackets, their middle half. */
export function ratioOf(measured: readonly number[], to: readonly number[]): string {
  const ratios = measured.map((value, round) => value / (to[round] ?? 0)).toSorted((a, b) => a - b);
  const at = (share: number) => (ratios[Math.floor(ratios.length * share)] ?? 0).toFixed(2);
  return `${at(0.5)} (${at(0.25)}–${at(0.75)})`;
}
