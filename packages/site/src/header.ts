import { mark } from "service/lambdas/api/public-page/frame.ts";

/** The parts of the site of a service, in the order of its header. */
export const parts = [
  { name: "Playground", path: "/" },
  { name: "Webhooks", path: "/inbox" },
  { name: "Usage", path: "/usage" },
  { name: "Documents", path: "/documents/" },
  { name: "Verify", path: "/verify" },
] as const;
export type Part = (typeof parts)[number]["name"];

/** What a page needs in its head for the header: its style, its search, and the mark of the product. */
export const headOf = (
  folder: string,
): string => `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(mark)}">
<link rel="stylesheet" href="${folder}site.css">
<script type="module" src="${folder}search.js"></script>`;

type Header = {
  current: Part;
  /** Where the documents are: a path that ends with a slash, or nothing within them. */
  documents: string;
  /** Whether the other parts are at the same address, as `npm start` serves them. */
  isWhole: boolean;
  version?: string;
};

/** The header of every page: the parts of the site, and the search of the documents. */
export function siteHeader({ current, documents, isWhole, version }: Header): string {
  const shown = isWhole ? parts : [{ name: "Documents", path: `${documents}index.html` } as const];
  const links = shown.map(
    ({ name, path }) => `<a href="${path}"${name === current ? ' aria-current="page"' : ""}>${name}</a>`,
  );
  return `<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="${isWhole ? "/" : `${documents}index.html`}">${mark}<span>Image Staging${version ? ` <small>${version}</small>` : ""}</span></a>
<nav class="parts" aria-label="Site">${links.join("")}</nav>
<search hidden data-documents="${documents || "./"}"><label class="unseen" for="search">Search</label><input id="search" type="search" placeholder="Search" autocomplete="off" aria-describedby="found"><kbd aria-hidden="true">/</kbd><div class="results" hidden><p class="found" id="found" role="status"></p><ul></ul></div></search>
</header>`;
}
