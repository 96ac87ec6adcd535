import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { targetOf } from "@image-staging/local-cloud/gateway/event";
import type { Handler } from "@image-staging/local-cloud/http";
import { contentTypes, pageHeaders } from "./pages.ts";
import { runProgram } from "./project.ts";

const root = "/documents/";
const builder = createRequire(import.meta.url).resolve("@image-staging/site/main");

/** What has another address within the documents. */
const moved: Record<string, string> = {
  "/documents": root,
  "/docs": `${root}reference.html`,
  "/docs/": `${root}reference.html`,
  "/docs/openapi.json": `${root}openapi.json`,
  "/openapi.json": `${root}openapi.json`,
};

export const isDocument = (path: string): boolean => Object.hasOwn(moved, path) || path.startsWith(root);

/** The pages say in a meta element what they load. Only a header can forbid framing. */
const policy = "frame-ancestors 'none'";

/** Serves the documents for partners below /documents/. The first request builds them, which takes a second. */
export function createDocuments(folder: string, apiUrl: string): Handler {
  let built: Promise<unknown> | undefined;
  const build = () =>
    runProgram(builder, ["--out", folder, "--root", root, "--api-url", apiUrl, "--local"], {});
  return async (request, response) => {
    const path = targetOf(request).split("?")[0] ?? root;
    const location = moved[path];
    if (location) return void response.writeHead(308, { ...pageHeaders, location }).end();
    built ??= build();
    await built.catch((error) => {
      built = undefined;
      throw error;
    });
    const name = path.slice(root.length) || "index.html";
    const file = await readNamed(folder, name);
    const content = file ?? (await readFile(join(folder, "404.html")));
    response.writeHead(file ? 200 : 404, {
      ...pageHeaders,
      "content-type": contentTypes[file ? extname(name) : ".html"] ?? "text/plain",
      "content-security-policy": policy,
    });
    response.end(content);
  };
}

/** The folder has no folders in it: any other name is none of its files. */
const readNamed = (folder: string, name: string): Promise<Buffer | undefined> =>
  /^[\w-][\w.-]*$/.test(name)
    ? readFile(join(folder, name)).catch(() => undefined)
    : Promise.resolve(undefined);
