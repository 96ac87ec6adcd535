import { statementContent } from "../../../lambdas/statements/content.ts";
import type { RenderedStatement, Table } from "../../../lambdas/statements/table.ts";

/** A statement as a page to file or print: one file that needs nothing else, without scripts. */
export function statementPage(statement: RenderedStatement): string {
  const { service, title, warning, details, tables, ledger, sha256, remark } = statementContent(statement);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(`${title} ${statement.number}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<p class="service">${service}</p>
<h1>${title}${warning === null ? "" : ` <span>${warning}</span>`}</h1>
</header>
<dl>
${details.map(([name, value]) => `<div><dt>${name}</dt><dd>${text(value)}</dd></div>`).join("\n")}
</dl>
${tables.map(tableOf).join("\n")}
<footer>
<p>${ledger}</p>
${sha256 === null ? "" : `<p class="hash">${text(sha256)}</p>`}
<p>${remark}</p>
</footer>
</main>
</body>
</html>
`;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: string): string => value.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? "");

function tableOf({ caption, columns, rows, hasTotal = false, isDense = false, note }: Table): string {
  const kind = columns.map(({ isNumber = false }) => (isNumber ? ' class="n"' : ""));
  const heads = columns.map(({ name }, index) => `<th scope="col"${kind[index]}>${name}</th>`);
  const lines = rows.map((row, number) => {
    const cells = row.map((value, index) =>
      index === 0 && !isDense
        ? `<th scope="row">${text(value)}</th>`
        : `<td${kind[index]}>${text(value)}</td>`,
    );
    return `<tr${hasTotal && number === rows.length - 1 ? ' class="total"' : ""}>${cells.join("")}</tr>`;
  });
  return `<table${isDense ? ' class="wide"' : ""}>
<caption>${caption}</caption>
<thead><tr>${heads.join("")}</tr></thead>
<tbody>${lines.join("\n")}</tbody>
</table>${note === null ? "" : `<p>${text(note)}</p>`}`;
}

const style = `
:root { color-scheme: light; }
body { margin: 0; background: #f3f4f6; color: #16181d; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 54rem; margin: 2rem auto; padding: 2.5rem 3rem; background: #fff; }
h1 { margin: 0 0 1.5rem; font-size: 1.9rem; }
h1 span { font-size: 1rem; font-weight: 600; color: #92400e; margin-left: .75rem; }
.service { margin: 0; color: #4b5563; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .75rem 2rem; margin: 0 0 2rem; }
dt { font-size: .8rem; color: #4b5563; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; unicode-bidi: plaintext; text-align: left; }
table { width: 100%; border-collapse: collapse; margin: 0 0 1rem; }
caption { text-align: left; font-weight: 600; padding: 1rem 0 .4rem; }
td { white-space: pre-line; unicode-bidi: plaintext; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid #d1d5db; }
thead th { font-size: .8rem; color: #4b5563; }
tbody th { font-weight: 400; }
.n { text-align: right; font-variant-numeric: tabular-nums; padding-right: 0; white-space: nowrap; }
.n + .n { padding-left: .75rem; }
.wide td { font-size: .85rem; overflow-wrap: anywhere; }
.total > * { border-top: 2px solid #16181d; border-bottom: 0; font-weight: 700; }
footer { margin-top: 2.5rem; font-size: .8rem; color: #4b5563; }
footer p { margin: .2rem 0; }
.hash { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
@page { size: A4; margin: 18mm; }
@media print { body { background: none; font-size: 11px; } main { margin: 0; padding: 0; max-width: none; } tr { break-inside: avoid; } thead { display: table-header-group; } }
`;
