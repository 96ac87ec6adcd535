import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceModules } from "./hooks.ts";
import { keepLogs } from "./simulation/logs.ts";

const temporary = mkdtempSync(join(tmpdir(), "histories-"));
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));
Object.assign(process.env, {
  TMPDIR: temporary,
  POWERTOOLS_LOG_LEVEL: "INFO",
  POWERTOOLS_METRICS_DISABLED: "true",
  // What takes most of the time that the template takes, of which histories read the time limits alone.
  CDK_VALIDATION: "false",
});
// The SDK warns of each failed upload of a stream. Here most of them fail on purpose.
console.warn = () => {};
keepLogs();
replaceModules();
const { main } = await import("./run.ts");
const hasHeld = await main(process.argv.slice(2));
process.exit(hasHeld ? 0 : 1);
