import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * How npm is run without a shell: by Node, since npm itself is a script (on Windows npm.cmd, which only a shell runs). npm
 * says where its script is to what it runs, npx included; else it lies next to Node or in Node's library.
 */
export function npmCommand(npmExecPath: string | undefined): [string, ...string[]] {
  const beside = dirname(process.execPath);
  const npm = "node_modules/npm/bin/npm-cli.js";
  const script = [
    ...(npmExecPath === undefined ? [] : [join(dirname(npmExecPath), "npm-cli.js")]),
    join(beside, npm),
    join(beside, "../lib", npm),
  ].find((candidate) => existsSync(candidate));
  return script === undefined ? ["npm"] : [process.execPath, script];
}
