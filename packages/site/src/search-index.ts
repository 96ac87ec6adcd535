import MiniSearch from "minisearch";
import { textOf } from "./html.ts";
import type { Page } from "./site.ts";

/** What documents.js must give MiniSearch, too, to read the index. */
const options = { fields: ["title", "page", "text"], storeFields: ["title", "page", "url", "excerpt"] };

/** The index of all pages, by their sections, as JSON. */
export function searchIndex(pages: Page[]): string {
  const index = new MiniSearch(options);
  index.addAll(pages.flatMap(sectionsOf).map((section, id) => ({ id, ...section })));
  return JSON.stringify(index);
}

/** What is below each heading, and what is above the first. */
function sectionsOf({ name, label, html, headings }: Page) {
  const page = label;
  const parts = html.split(/<h[23] id="[^"]*">/);
  return parts.flatMap((part, at) => {
    const heading = headings.filter(({ level }) => level <= 3)[at - 1];
    const body = textOf(part.replace(/^[\s\S]*?<\/h[23]>/, (own) => (at === 0 ? own : "")));
    const url = at === 0 ? `${name}.html` : `${name}.html#${heading?.id}`;
    const title = at === 0 ? label : textOf(heading?.html ?? "");
    return body === "" && at === 0 ? [] : [{ title, page, url, text: body, excerpt: body.slice(0, 140) }];
  });
}
