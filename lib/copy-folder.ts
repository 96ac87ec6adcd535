import { cpSync } from "node:fs";

/** Copies a folder to another path: `node lib/copy-folder.ts FROM TO`. */
const [from = "", to = ""] = process.argv.slice(2);
cpSync(from, to, { recursive: true });
