#!/usr/bin/env node
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "./document.ts";

const file = join(import.meta.dirname, "openapi.json");
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
console.log("openapi/openapi.json is written.");
