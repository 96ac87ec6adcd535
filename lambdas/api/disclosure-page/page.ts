import { alterationOf, type DisclosurePage } from "../../domain/generation/disclosure.ts";
import { framed } from "../public-page/frame.ts";
import { style } from "./page-style.ts";

/** A page and the pictures that it loads. */
export type Page = { html: string; pictures: string[] };

type Urls = { original: string; altered: string };

/** The page of one output: what was altered and when, and both pictures. */
export function pageOf(
  page: Pick<DisclosurePage, "workflow" | "mode" | "altered_at" | "sandbox">,
  { original, altered }: Urls,
): Page {
  const { label, description } = alterationOf(page);
  const date = page.altered_at.slice(0, 10);
  return {
    pictures: [original, altered],
    html: documentOf(
      `${label}: original and altered picture`,
      `<h1>${label}</h1>
<p>${description} <span class="quiet">Altered on <time datetime="${date}">${dayOf(page.altered_at)}</time>.</span></p>
${page.sandbox === true ? `<p><strong>${simulated}</strong></p>\n` : ""}<div class="pictures">
${figure("Original, unaltered picture", "Before the alteration", original)}
${figure("Altered picture", label, altered)}
</div>`,
    ),
  };
}

const simulated = "A simulated model made it for a test: it does not show this home staged.";

/** The answer to an id without a page, whether it is unknown, revoked or no id at all. */
export const pageNotFound: Page = {
  pictures: [],
  html: documentOf(
    "No such page",
    "<h1>There is no such page</h1>\n<p>The address is wrong, or the page is no longer available.</p>",
  ),
};

export const pageUnavailable: Page = {
  pictures: [],
  html: documentOf("Try again later", "<h1>The page can't be shown now</h1>\n<p>Try again in a minute.</p>"),
};

const figure = (title: string, note: string, url: string) =>
  `<figure>
<figcaption>${title}<span>${note}</span></figcaption>
<a href="${escaped(url)}"><img src="${escaped(url)}" alt="${title}"></a>
</figure>`;

const dayOf = (time: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(new Date(time));

function documentOf(title: string, main: string): string {
  return framed({ title, path: "/d/", main, style });
}

/** Signed URLs have ampersands. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
