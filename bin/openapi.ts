#!/usr/bin/env node
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "./openapi/document.ts";

const file = join(import.meta.dirname, "..", "openapi.json");
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
console.log("openapi.json is written.");
