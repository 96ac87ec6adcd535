import { headOf, siteHeader } from "./header.ts";
import { escapeHtml } from "./html.ts";
import type { Heading } from "./markdown.ts";
import type { Page, Section, Site } from "./site.ts";

/** Everything comes from the folder itself, and nothing is inline. The server's header also forbids framing. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

const product = "Image Staging API";

/** A whole page of the documents. `root` is put before its links: the page for unknown addresses is shown at any of them. */
export function pageHtml(page: Page, { version, sections, isLocal }: Site, root = ""): string {
  const pages = sections.flatMap((section) => section.pages);
  const at = pages.findIndex(({ name }) => name === page.name);
  const title = page.name === "index" ? `${product}: documents` : `${escapeHtml(page.label)} · ${product}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="${contentPolicy}">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${headOf(root)}
<link rel="stylesheet" href="${root}documents.css">
<script type="module" src="${root}documents.js"></script>${isLocal ? `\n<script type="module" src="${root}try.js"></script>` : ""}
</head>
<body>
${siteHeader({ current: "Documents", documents: root, isWhole: isLocal, version })}
<div class="frame">
<nav class="pages" aria-label="Documents" tabindex="0"><details><summary>All documents</summary>${sections.map((section) => navSection(section, page, root)).join("")}</details></nav>
<main id="content">
<h1>${escapeHtml(page.title)}</h1>
${contentsOf(page.headings)}
<div class="text">
${page.html}
</div>
${neighbours(pages[at - 1], at < 0 ? undefined : pages[at + 1])}
</main>
</div>
</body>
</html>
`;
}

const navSection = ({ title, pages }: Section, current: Page, root: string) =>
  `<p class="section">${title}</p><ul>${pages
    .map(
      ({ name, label }) =>
        `<li><a href="${root}${name}.html"${name === current.name ? ' aria-current="page"' : ""}>${escapeHtml(label)}</a></li>`,
    )
    .join("")}</ul>`;

/** What is on this page, if it has more than two sections. */
function contentsOf(headings: Heading[]): string {
  const shown = headings.filter(({ level }) => level <= 3);
  if (shown.length < 3) return "";
  const items = shown.map(
    ({ level, id, html }) =>
      `<li class="level-${level}"><a href="#${id}">${breakable(unlinked(html))}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><details><summary>On this page</summary><ul>${items.join("")}</ul></details></nav>`;
}

/** Names of codes are long: they may break after an underscore. */
const breakable = (html: string) => html.replaceAll("_", "_<wbr>");

const unlinked = (html: string) => html.replaceAll(/<\/?a\b[^>]*>/g, "");

function neighbours(before: Page | undefined, after: Page | undefined): string {
  const link = (page: Page | undefined, rel: string, word: string) =>
    page ? `<a rel="${rel}" href="${page.name}.html"><span>${word}</span> ${escapeHtml(page.label)}</a>` : "";
  return before || after
    ? `<nav class="neighbours" aria-label="Neighbouring pages">${link(before, "prev", "Previous")}${link(after, "next", "Next")}</nav>`
    : "";
}
