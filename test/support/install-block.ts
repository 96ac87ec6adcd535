import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** The shell blocks under “Install” of a package's README: the first packs it in its folder, the second installs the file. */
export function installBlocks(folder: string): [pack: string, install: string] {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const section = /^## Install\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? "";
  const [pack, install, ...others] = Array.from(
    section.matchAll(/^```sh\n([\s\S]*?)^```$/gm),
    ([, code]) => code,
  );
  if (!pack || !install || others.length > 0) throw new Error(`${folder} has other blocks under Install.`);
  return [pack, install];
}

/** Installs a package in a project as its README says, and reaches no network. */
export async function installByReadme(folder: string, project: string): Promise<void> {
  const [pack, install] = installBlocks(folder);
  const quiet = { npm_config_audit: "false", npm_config_fund: "false", npm_config_offline: "true" };
  const env = { ...process.env, ...quiet, npm_config_pack_destination: project };
  const run = promisify(execFile);
  await run("sh", ["-ec", pack], { cwd: folder, env });
  await run("sh", ["-ec", install], { cwd: project, env });
}
