import * as v from "valibot";
import { frameStyle } from "./frame-style.ts";

/** A room's corner with a lamp and a sofa: the mark of the product. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#26614f"/><path d="M6 22v-5a2 2 0 0 1 4 0v1h9v-1a2 2 0 0 1 4 0v5h-2v2h-1v-2H9v2H8v-2z" fill="#fff"/><path d="M22 13l1.400-5h2.800l1.400 5h-2.300v9h-1v-9z" fill="#f0c35a"/></svg>`;

const Parts = v.pipe(v.string(), v.parseJson(), v.array(v.object({ name: v.string(), path: v.string() })));
/** The site that these pages are part of: `npm start` sets it. A deployed stage serves no other pages. */
const parts = v.parse(Parts, process.env.SITE_PARTS ?? "[]");

const linkTo =
  (here: string) =>
  ({ name, path }: (typeof parts)[number]) =>
    `<a href="${path}"${path === here ? ' aria-current="page"' : ""}>${name}</a>`;

const brand = `${mark}<span>Image Staging</span>`;
const headerOf = (path: string) =>
  parts[0] === undefined
    ? `<header class="top"><span class="brand">${brand}</span></header>`
    : `<header class="top"><a class="brand" href="${parts[0].path}">${brand}</a><nav class="parts" aria-label="Site">${parts.map(linkTo(path)).join("")}</nav></header>`;

type Framed = { title: string; path: string; main: string; style: string; script?: string };

/** The one style sheet of a page, which its policy allows by its hash. */
export const styleOf = (style: string): string => frameStyle + style;

/** A public page as HTML: the header of the site, and what is below it. */
export const framed = ({ title, path, main, style, script }: Framed): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${headerOf(path)}
<main>
${main}
</main>${script === undefined ? "" : `\n<script type="module">${script}</script>`}
</body>
</html>
`;
