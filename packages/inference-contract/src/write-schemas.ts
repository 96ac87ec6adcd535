import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { schemaFiles } from "./json-schemas.ts";

const folder = join(import.meta.dirname, "../schemas");
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(schemaFiles)) writeFileSync(join(folder, name), content);
