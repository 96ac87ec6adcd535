import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { codeBlock } from "./code.ts";
import { changelog, clients, gallery, guides, type MarkdownPage, overview } from "./contents.ts";
import { type Content, render } from "./markdown.ts";
import { type Endpoint, readDocument } from "./reference/document.ts";
import {
  objectsContent,
  operationList,
  tagContent,
  tagPage,
  type Write,
  webhooksContent,
} from "./reference/pages.ts";
import { tryForm } from "./reference/try.ts";

export const projectRoot = join(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");

/** A page: `name` is its address without `.html`, `label` what the navigation calls it. */
export type Page = Content & { name: string; label: string };
export type Section = { title: string; pages: Page[] };

/** Everything that is written: the pages of the navigation in its order, and the files of code and the pictures that they name. */
export type Site = {
  version: string;
  sections: Section[];
  sources: Page[];
  pictures: string[];
  isLocal: boolean;
};

const introduction = "packages/openapi/introduction.md";
const openApiFile = "packages/openapi/openapi.json";
/** What the document's descriptions call sections of its introduction, and the pages that have them here. */
const sectionNames = [
  ["What goes together", "introduction.md#what-goes-together"],
  ["Sandbox", "../../docs/sandbox.md#choose-how-a-job-ends"],
] as const;
const pictureTypes = [".jpg", ".webp"];
const codeLanguages: Record<string, string> = { ".ts": "ts", ".py": "py", ".yaml": "yaml" };

/**
 * Reads the documents. `apiUrl` is the address of the API that they are published for, and with `isLocal`
 * operations can be tried. Throws if a page links to a file
 * that is not partners'.
 */
export function readSite(apiUrl: string | undefined, isLocal: boolean): Site {
  const document = readDocument();
  const markdownPages = [overview, gallery, ...guides, ...clients, changelog];
  const sources = new Map<string, Page>();

  const pictures = new Set<string>();

  const addressOf = (target: string): string => {
    if (pictureTypes.includes(extname(target)) && existsSync(join(projectRoot, target))) {
      pictures.add(target);
      return basename(target);
    }
    const page = markdownPages.find(({ file }) => file === target);
    if (page) return `${page.name}.html`;
    if (target === introduction) return "reference.html";
    if (target === openApiFile) return "openapi.json";
    const language = codeLanguages[extname(target)];
    if (language === undefined || !existsSync(join(projectRoot, target)))
      throw new Error(`${target} is no page of the documents: a partner could not open it.`);
    const name = `source-${target.replaceAll("/", "-")}`;
    sources.set(target, {
      name,
      label: target,
      title: target,
      html: codeBlock(read(target), language),
      headings: [],
    });
    return `${name}.html`;
  };
  const linksOf = (file: string) => (href: string) => {
    const [path = "", anchor] = href.split("#");
    const address = path === "" ? "" : addressOf(join(dirname(file), path));
    return anchor === undefined ? address : `${address}#${anchor}`;
  };
  const pageOf = ({ file, name, title, leftOut = [] }: MarkdownPage): Page => ({
    ...render(forReader(read(file), leftOut, apiUrl), linksOf(file)),
    name,
    label: title,
  });

  const write: Write = {
    block: (markdown) => render(markdown, linksOf(introduction)).html,
    inline: (markdown) => {
      const linked = sectionNames.reduce(
        (text, [name, page]) => text.replace(`“${name}”`, `[${name}](${page})`),
        markdown,
      );
      return render(linked, linksOf(introduction)).html.replace(/^<p>|<\/p>\n?$/g, "");
    },
  };
  const referencePage = (name: string, content: Content): Page => ({
    ...content,
    name,
    label: content.title,
  });
  const tryOf = (endpoint: Endpoint) => (isLocal ? tryForm(endpoint, apiUrl ?? "") : "");
  const start = render(document.info.description, linksOf(introduction));
  const tags = document.tags.map(({ name }) => name).filter((name) => name !== "Webhook events");
  const base = apiUrl ?? "the address that came with your API key";
  const first: Content = {
    title: "API reference",
    html: `<p>Base address: ${apiUrl ? `<code>${base}</code>` : base}. Every request has the header <code>Authorization: Bearer</code> with your API key. The document is also there as <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>${operationList(document)}${start.html}`,
    headings: start.headings,
  };
  const sections = [
    { title: "Start", pages: [overview, ...guides.slice(0, 1), gallery].map(pageOf) },
    { title: "Guides", pages: guides.slice(1).map(pageOf) },
    { title: "Clients", pages: clients.map(pageOf) },
    {
      title: "Reference",
      pages: [
        referencePage("reference", first),
        ...tags.map((tag) => referencePage(tagPage(tag), tagContent(document, tag, write, tryOf))),
        referencePage("reference-webhook-events", webhooksContent(document, write)),
        referencePage("reference-objects", objectsContent(document, write)),
        pageOf(changelog),
      ],
    },
  ];
  const { version } = document.info;
  return { version, sections, sources: [...sources.values()], pictures: [...pictures], isLocal };
}

/** A page without the sections that are not partners', and with the address of their API. */
function forReader(markdown: string, leftOut: string[], apiUrl: string | undefined): string {
  const without = leftOut.reduce(
    (text, title) =>
      text.replaceAll(new RegExp(`^### ${title}\\n[\\s\\S]*?(?=^##? |^### |(?![\\s\\S]))`, "gm"), ""),
    markdown,
  );
  return apiUrl === undefined ? without : without.replaceAll("BASE_URL=https://…", `BASE_URL=${apiUrl}`);
}
