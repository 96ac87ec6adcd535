import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { sendJson } from "@image-staging/local-cloud/http";
import { headOf, siteHeader } from "@image-staging/site/header";
import { readModule } from "./browser-module.ts";
import { isSample, readSample } from "./samples.ts";

export const contentTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".webp": "image/webp",
};

const { resolve } = createRequire(import.meta.url);
const pages = dirname(dirname(resolve("@image-staging/site/pages/playground/index.html")));

/** Types of what programs share with a page lie beside it. */
const isServed = (name: string) => !name.endsWith(".d.ts");

/** The files of a page, below the path of its name. */
const filesOf = (folder: string, path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(pages, folder))
      .filter(isServed)
      .map((name) => [`${path}/${name}`, join(pages, folder, name)]),
  );

/** The files of the pages, by the path at which they are served. */
const files: Record<string, string> = {
  ...filesOf("site", "/site"),
  ...filesOf("playground", "/playground"),
  ...filesOf("inbox", "/inbox"),
  ...filesOf("usage", "/usage"),
  "/usage": join(pages, "usage/index.html"),
  "/": join(pages, "playground/index.html"),
  "/playground/styles.json": resolve("@image-staging/inference-contract/styles.json"),
  "/playground/finished.webp": join(pages, "../../../docs/pictures/gallery/finished.webp"),
};

/** On everything that a browser shows: no other site can frame it, guess its type, or learn where a link was. */
export const pageHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** A page loads its own files, calls its own service, and shows pictures of the object store. Nothing in it is inline. */
const policyOf = (objectStore: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data: ${objectStore}`,
    `connect-src 'self' ${objectStore}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Whose key the pages use, and what is known of the model. */
export type Session = {
  apiKey: string;
  objectStore: string;
  /** The name of the model that draws photos; null for a container that runs elsewhere. */
  model: string | null;
  progressOf: (jobId: string) => unknown;
};

const session = "/playground/session.json";
/** Packages that pages import, by the paths of their modules. */
const modules: Record<string, string> = {
  "/playground/client.js": "@image-staging/client",
  "/playground/room-names.js": "@image-staging/inference-contract/room-names",
};
/** Below it, jobs by their ids. */
const progress = "/playground/progress/";

export const isPage = (path: string): boolean =>
  path === session ||
  Object.hasOwn(modules, path) ||
  path.startsWith(progress) ||
  isSample(path) ||
  Object.hasOwn(files, path);

/** Serves the local pages: the playground at `/`, the inbox's page. */
export async function sendPage(
  path: string,
  { apiKey, objectStore, model, progressOf }: Session,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  if (isSample(path)) {
    const picture = await readSample(path);
    response.writeHead(200, { "content-type": "image/jpeg" });
    response.end(picture);
    return;
  }
  const module = modules[path];
  if (module !== undefined) {
    const code = await readModule(module);
    response.writeHead(200, { "content-type": contentTypes[".js"] });
    response.end(code);
    return;
  }
  if (path.startsWith(progress)) return sendJson(response, 200, progressOf(path.slice(progress.length)));
  const file = files[path];
  if (file === undefined) return sendJson(response, 200, { api_key: apiKey, model });
  const content = await readFile(file);
  response.writeHead(200, {
    "content-type": contentTypes[extname(file)] ?? "text/plain",
    "content-security-policy": policyOf(objectStore),
  });
  response.end(extname(file) === ".html" ? withHeader(content.toString()) : content);
}

/** A page with the header of the site in the place that it marks: `<!-- header: Playground -->`. */
const withHeader = (html: string): string =>
  html
    .replace("<!-- head -->", headOf("/site/"))
    .replace(/<!-- header: (\w+) -->/, (_mark, current) =>
      siteHeader({ current, documents: "/documents/", isWhole: true }),
    );
