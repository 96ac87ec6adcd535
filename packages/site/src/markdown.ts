import { Marked, type Token, type Tokens } from "marked";
import { codeBlock, codeTabs } from "./code.ts";
import { escapeHtml, headingIds, textOf } from "./html.ts";
import { languages } from "./snippets.ts";

export type Heading = { level: number; id: string; html: string };
export type Content = { title: string; html: string; headings: Heading[] };

/** Turns the target of a link into the address of a page of the site; throws if there is none. */
export type ResolveLink = (href: string) => string;

const runs = new Set<string>(languages);
const languageOf = (token: Token) =>
  token.type === "code" ? (String(token.lang ?? "").split(" ")[0] ?? "") : "";

/** A page's HTML, without its title, which the layout shows. Code in several languages, one after the other, is one step. */
export function render(markdown: string, resolve: ResolveLink): Content {
  const idOf = headingIds();
  const headings: Heading[] = [];
  let title = "";
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        if (depth === 1) {
          title = textOf(html);
          return "";
        }
        const id = idOf(textOf(html));
        headings.push({ level: depth, id, html });
        return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const isOutside = /^[a-z]+:/.test(href);
        return `<a href="${isOutside ? href : resolve(href)}"${isOutside ? ' rel="noreferrer"' : ""}>${text}</a>`;
      },
      image: ({ href, text }) => `<img src="${resolve(href)}" alt="${escapeHtml(text)}" loading="lazy">`,
      table(token) {
        if (token.rows.some(hasPicture))
          return figures(token, (cell) => this.parser.parseInline(cell.tokens));
        const head = token.header.map((cell) => cellOf("th", this.parser.parseInline(cell.tokens)));
        const rows = token.rows.map(
          (row) =>
            `<tr>${row.map((cell) => cellOf("td", this.parser.parseInline(cell.tokens))).join("")}</tr>`,
        );
        // A table of the form "name | what it is" has no words in its head.
        const hasHead = token.header.some(({ text }) => text !== "");
        const thead = hasHead ? `<thead><tr>${head.join("")}</tr></thead>` : "";
        const shape = token.header.length === 2 ? "pairs" : "wide";
        return `<div class="table ${shape}" tabindex="0" role="group" aria-label="Table"><table>${thead}<tbody>${rows.join("")}</tbody></table></div>\n`;
      },
      code: ({ text, lang }) => codeBlock(text, (lang ?? "").split(" ")[0] ?? ""),
      html({ text }) {
        if (!text.trimStart().startsWith("<!--"))
          throw new Error(`A page has HTML other than a comment: ${text}`);
        return "";
      },
    },
  });
  const parts = stepsOf(marked.lexer(markdown)).map((step) =>
    step.length === 1
      ? marked.parser(step)
      : codeTabs(step.filter(isCode).map((token) => ({ language: languageOf(token), code: token.text }))),
  );
  // Tables of pictures that follow one another are one grid, with the columns of the first.
  const html = parts.join("").replaceAll(/<\/figure><\/div><div class="pictures of-\d">/g, "</figure>");
  return { title, html, headings };
}

const hasPicture = (row: Tokens.TableCell[]) => row.some(({ text }) => text.startsWith("!["));

/** The pictures of a table, each below the head of its column. */
function figures({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string {
  const all = rows.flatMap((row) =>
    row.map((cell, at) => {
      const name = header[at];
      return `<figure>${name ? `<figcaption>${inline(name)}</figcaption>` : ""}${inline(cell)}</figure>`;
    }),
  );
  return `<div class="pictures of-${header.length}">${all.join("")}</div>`;
}

const cellOf = (tag: string, html: string) =>
  html === "" && tag === "th" ? "<td></td>" : `<${tag}>${html}</${tag}>`;
const isCode = (token: Token): token is Tokens.Code => token.type === "code";

/** Tokens, of which code in several languages that runs, with nothing between, is together. */
function stepsOf(tokens: Token[]): Token[][] {
  const steps: Token[][] = [];
  for (const token of tokens.filter(({ type }) => type !== "space")) {
    const last = steps.at(-1);
    const isNext = runs.has(languageOf(token)) && last?.every((other) => runs.has(languageOf(other)));
    if (isNext && !last?.some((other) => languageOf(other) === languageOf(token))) last?.push(token);
    else steps.push([token]);
  }
  return steps;
}
