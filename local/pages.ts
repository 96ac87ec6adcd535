import { createReadStream, existsSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { sendJson } from "./http.ts";
import { projectRoot } from "./project.ts";

const contentTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
};

const swagger = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const playground = join(projectRoot, "pages/playground");

/** The files of the pages, by the path at which they are served. */
const files: Record<string, string> = {
  "/": join(playground, "index.html"),
  "/playground/playground.css": join(playground, "playground.css"),
  "/playground/playground.js": join(playground, "playground.js"),
  "/docs": join(projectRoot, "pages/reference/index.html"),
  "/docs/swagger-ui.css": join(swagger, "swagger-ui.css"),
  "/docs/swagger-ui-bundle.js": join(swagger, "swagger-ui-bundle.js"),
  "/docs/openapi.json": join(projectRoot, "openapi/openapi.json"),
};

/** Serves the local pages: the playground at `/`, the API reference at `/docs`. Returns false for any other path. */
export function sendPage(path: string, apiKey: string, response: ServerResponse): boolean {
  if (path === "/playground/session.json") {
    sendJson(response, 200, { api_key: apiKey });
    return true;
  }
  const file = files[path];
  if (file === undefined) return false;
  if (!existsSync(file)) sendJson(response, 404, { error: `There is no ${path} yet` });
  else
    createReadStream(file).pipe(
      response.writeHead(200, { "content-type": contentTypes[extname(file)] ?? "text/plain" }),
    );
  return true;
}
