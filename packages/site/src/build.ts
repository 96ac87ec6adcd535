import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import sharp from "sharp";
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
  /** Whether the local service serves them: then they lead to its other pages, and operations can be tried. */
  isLocal?: boolean;
};

const pagesFolder = join(projectRoot, "packages/site/pages");
const pageFiles = [
  "site/site.css",
  "site/search.js",
  "site/synonyms.js",
  "documents/documents.css",
  "documents/documents.js",
];
const minisearch = join(dirname(createRequire(import.meta.url).resolve("minisearch")), "../..");

const unknownPage: Page = {
  name: "404",
  label: "Not found",
  title: "There is no such page",
  html: "<p>It may have moved. The search finds documents by their words, and the list has them all.</p>",
  headings: [],
};

/** Writes all documents into one folder, which any web server can serve. Returns how many pages it has. */
export async function buildDocuments({
  folder,
  root = "/",
  apiUrl,
  isLocal = false,
}: Options): Promise<number> {
  const site = readSite(apiUrl, isLocal);
  const pages = site.sections.flatMap((section) => section.pages);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const sized = await withSizes(site.pictures);
  for (const page of [...pages, ...site.sources]) write(`${page.name}.html`, sized(pageHtml(page, site)));
  write("404.html", pageHtml(unknownPage, site, root));
  write("search.json", searchIndex(pages));
  write("minisearch.js", library());
  write("openapi.json", documentFor(apiUrl));
  const files = isLocal ? [...pageFiles, "documents/try.js"] : pageFiles;
  for (const file of site.pictures) copyFileSync(join(projectRoot, file), join(folder, basename(file)));
  for (const file of files) copyFileSync(join(pagesFolder, file), join(folder, basename(file)));
  return pages.length + site.sources.length;
}

/** Says in a page's HTML how large each picture is, so that nothing moves when it comes. */
async function withSizes(pictures: string[]): Promise<(html: string) => string> {
  const sizes = await Promise.all(
    pictures.map(async (file) => {
      const { width, height } = await sharp(join(projectRoot, file)).metadata();
      return [basename(file), `width="${width}" height="${height}"`] as const;
    }),
  );
  const sizeOf = new Map(sizes);
  return (html) => html.replaceAll(/(<img src="([^"]+)")/g, (_, tag, name) => `${tag} ${sizeOf.get(name)}`);
}

/** The API's document, with the address that it is published for. */
function documentFor(apiUrl: string | undefined): string {
  const document = JSON.parse(readFileSync(documentFile, "utf8"));
  return JSON.stringify(apiUrl === undefined ? document : { ...document, servers: [{ url: apiUrl }] });
}

/** The search library with its licence, and without the name of a source map that is not there. */
function library(): string {
  const code = readFileSync(join(minisearch, "dist/es/index.js"), "utf8");
  const licence = readFileSync(join(minisearch, "LICENSE.txt"), "utf8");
  return `/*\n${licence}*/\n${code.replace(/^\/\/# sourceMappingURL=.*$/m, "")}`;
}
