import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pageHtml } from "./layout.ts";
import { documentFile } from "./reference/document.ts";
import { searchIndex } from "./search-index.ts";
import { type Page, projectRoot, readSite } from "./site.ts";

type Options = {
  /** Where the folder is written; what is there is deleted. */
  folder: string;
  /** The path at which it is served, for the page of unknown addresses. */
  root?: string;
  apiUrl?: string;
};

const pagesFolder = join(projectRoot, "packages/site/pages");
const minisearch = join(dirname(createRequire(import.meta.url).resolve("minisearch")), "../..");

const unknownPage: Page = {
  name: "404",
  label: "Not found",
  title: "There is no such page",
  html: "<p>It may have moved. The documents are on the left, and the search finds them by their words.</p>",
  headings: [],
};

/** Writes all documents into one folder, which any web server can serve. Returns how many pages it has. */
export function buildDocuments({ folder, root = "/", apiUrl }: Options): number {
  const site = readSite(apiUrl);
  const pages = site.sections.flatMap((section) => section.pages);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const page of [...pages, ...site.sources]) write(`${page.name}.html`, pageHtml(page, site));
  write("404.html", pageHtml(unknownPage, site, root));
  write("documents.css", stylesheet());
  write("search.json", searchIndex(pages));
  write("minisearch.js", library());
  copyFileSync(join(pagesFolder, "documents/documents.js"), join(folder, "documents.js"));
  copyFileSync(documentFile, join(folder, "openapi.json"));
  return pages.length + site.sources.length;
}

/** The documents' own rules, with the colours of the local pages. */
function stylesheet(): string {
  const colours = /^:root \{[\s\S]*?^\}/m.exec(
    readFileSync(join(pagesFolder, "playground/pages.css"), "utf8"),
  );
  if (!colours) throw new Error("packages/site/pages/playground/pages.css has no :root with the colours.");
  return `${colours[0]}\n${readFileSync(join(pagesFolder, "documents/documents.css"), "utf8")}`;
}

/** The search library with its licence, and without the name of a source map that is not there. */
function library(): string {
  const code = readFileSync(join(minisearch, "dist/es/index.js"), "utf8");
  const licence = readFileSync(join(minisearch, "LICENSE.txt"), "utf8");
  return `/*\n${licence}*/\n${code.replace(/^\/\/# sourceMappingURL=.*$/m, "")}`;
}
