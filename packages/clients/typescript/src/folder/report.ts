import type { Outcome } from "./outcome.ts";

const columns = [
  "file",
  "state",
  "capture_type",
  "room",
  "output",
  "cost_usd",
  "job_id",
  "words",
  "found",
] as const;

/** A row for every file of the folder (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe. */
export const reportCsv = (outcomes: readonly Outcome[]): string =>
  [
    columns,
    ...outcomes.map((one) => [
      one.file,
      one.state,
      one.capture,
      one.room,
      one.output,
      one.cost_usd,
      one.job_id,
      one.words,
      one.found,
    ]),
  ]
    .map((values) => `${values.map(cell).join(",")}\r\n`)
    .join("");

function cell(value: string | number | null): string {
  if (typeof value !== "string") return String(value ?? "");
  const line = value.replace(/\s+/g, " ").trim();
  const harmless = /^[=+\-@]/.test(line) ? `'${line}` : line;
  return /[",;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const states = ["staged", "declined", "failed", "left out"] as const;

const escaped = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );
const address = (path: string): string => escaped(path.split("/").map(encodeURIComponent).join("/"));

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1c1e21;background:#fff}
figure{margin:0}img{width:100%;aspect-ratio:3/2;object-fit:contain;display:block;background:#eee}h2{margin:3rem 0 1rem}
article{margin:2rem 0;border-top:1px solid #ccc;padding-top:1rem}.pair{display:grid;gap:1rem;max-width:24rem}
@media(min-width:40rem){.pair:has(figure+figure){grid-template-columns:1fr 1fr;max-width:none}}
figcaption{font-size:.9rem;color:#555}h3,figcaption{overflow-wrap:anywhere}h3{font-size:1.1rem;margin:0}p{margin:.3rem 0 .7rem}
@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#18191b}figcaption{color:#aaa}img{background:#333}}`;

const figure = (path: string, alt: string, caption: string): string =>
  `<figure><a href="${address(path)}"><img src="${address(path)}" alt="${escaped(alt)}" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`;

const captures = { photo: "Photo", panorama360: "Panorama", floorplan: "Floor plan" };

function article(one: Outcome, folder: string): string {
  const { file, state, capture, room, output, words, cost_usd } = one;
  const kind = [capture && captures[capture], room].filter(Boolean).join(", ");
  const cost = state === "staged" && cost_usd !== null ? dollars(cost_usd) : "";
  const said = [kind, cost, words.replace(/\.$/, "")].filter(Boolean).join(". ");
  const before = capture === null ? "" : figure(`${folder}${file}`, `${file} before`, "Before");
  const after =
    output === null ? "" : figure(output, `${file} after: virtually staged`, `After: ${escaped(output)}`);
  return `<article><h3>${escaped(file)}</h3><p>${escaped(said)}.</p><div class="pair">${before}${after}</div></article>`;
}

export const dollars = (usd: number): string => `$${usd.toFixed(2)}`;

/** The whole folder as a page: before, after, words and cost, what is staged first. `folder` leads from the page to the pictures. */
export function reportHtml(
  outcomes: readonly Outcome[],
  { title, folder }: { title: string; folder: string },
): string {
  const section = (state: Outcome["state"]) => {
    const own = outcomes.filter((one) => one.state === state);
    const name = state.charAt(0).toUpperCase() + state.slice(1);
    const articles = own.map((one) => article(one, folder)).join("\n");
    return own.length === 0 ? "" : `<section><h2>${name}: ${own.length}</h2>${articles}</section>`;
  };
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>${escaped(title)}</h1><p>${escaped(summaryOf(outcomes))}</p>${states.map(section).join("\n")}</main></body></html>\n`;
}

/** How many files ended how, and what they cost. */
export function summaryOf(outcomes: readonly Outcome[]): string {
  const counts = states
    .map((state) => [state, outcomes.filter((one) => one.state === state).length] as const)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`);
  const isKnown = outcomes.every(({ state, cost_usd }) => state !== "staged" || cost_usd !== null);
  const cost = outcomes.reduce((sum, { cost_usd }) => sum + Math.round((cost_usd ?? 0) * 1e6), 0) / 1e6;
  return `${outcomes.length} files: ${counts.join(", ")}.${isKnown ? ` ${dollars(cost)} in all.` : ""}`;
}
