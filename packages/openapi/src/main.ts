#!/usr/bin/env node
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientTypes, clientVocabulary } from "./client-types.ts";
import { openApiDocument } from "./document.ts";
import { errorsPage } from "./errors-page.ts";
import { asyncModules } from "./python-async.ts";
import { pythonChoices } from "./python-choices.ts";
import { pythonTypes } from "./python-types.ts";

const made = {
  "packages/openapi/openapi.json": `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  "docs/errors.md": errorsPage(),
  "packages/clients/typescript/src/types.ts": clientTypes(),
  "packages/clients/typescript/src/vocabulary.ts": clientVocabulary(),
  "packages/clients/python/image_staging/types.py": pythonTypes(),
  "packages/clients/python/image_staging/_choices.py": pythonChoices(),
  ...Object.fromEntries(
    asyncModules().map(([file, python]) => [`packages/clients/python/image_staging/${file}`, python]),
  ),
};
for (const [file, text] of Object.entries(made)) {
  writeFileSync(join(import.meta.dirname, "../../..", file), text);
  console.log(`${file} is written.`);
}
