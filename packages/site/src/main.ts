#!/usr/bin/env node
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildDocuments } from "./build.ts";
import { projectRoot } from "./site.ts";

const usage = `Usage: npm run docs [-- options]

Builds the documents for partners into one folder, which any web server can serve.

  --out FOLDER     where to; what is there is deleted (docs/dist)
  --api-url URL    the address of the API that they are published for
  --root PATH      the path at which they are served (/)
  --local          for the local service: with its other pages, and forms to try operations
  --help           show this
`;

const { values } = parseArgs({
  options: {
    out: { type: "string", default: join(projectRoot, "docs/dist") },
    "api-url": { type: "string" },
    root: { type: "string", default: "/" },
    local: { type: "boolean", default: false },
    help: { type: "boolean", short: "h" },
  },
});
if (values.help) console.log(usage);
else {
  const folder = resolve(values.out);
  const apiUrl = values["api-url"]?.replace(/\/$/, "");
  const isLocal = values.local;
  const count = await buildDocuments({
    ...{ folder, root: values.root, isLocal },
    ...(apiUrl !== undefined && { apiUrl }),
  });
  console.log(`${count} pages are in ${relative(process.cwd(), folder) || "."}/.`);
}
