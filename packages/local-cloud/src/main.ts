import { parseArgs } from "node:util";
import { lineOf } from "./lifecycle.ts";
import { leaveAws } from "./shell.ts";
import { startLocalCloud } from "./start.ts";
import { openTerminal } from "./terminal.ts";

const usage = `Usage: node src/main.ts FOLDER

Runs the CDK template in FOLDER (what cdk synth writes, with -c aws:cdk:enable-asset-metadata=true) on this machine until
Ctrl-C. PORT (4000) is the port of its REST API, DATA_DIR (.local) where state and log are kept.`;

const { positionals } = parseArgs({ allowPositionals: true });
const [assembly] = positionals;
if (assembly === undefined) {
  console.error(usage);
  process.exit(2);
}
leaveAws();
try {
  const cloud = await startLocalCloud({
    assembly,
    port: Number(process.env.PORT || 4000),
    dataDir: process.env.DATA_DIR || ".local",
    terminal: openTerminal(process.stdout),
  });
  console.log(
    `The template's REST API is at ${cloud.baseUrl}. AWS SDKs reach its services with these variables:\n`,
  );
  for (const [name, value] of Object.entries(cloud.environment)) console.log(`export ${name}=${value}`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, cloud.stop);
} catch (error) {
  console.error(lineOf(error) ?? error);
  process.exitCode = 1;
}
