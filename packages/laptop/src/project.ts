import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { StartupError } from "@image-staging/local-cloud/lifecycle";
import { fromShell } from "@image-staging/local-cloud/shell";

export const projectRoot = join(import.meta.dirname, "../../..");

/**
 * Runs one of the project's programs with this Node, with these variables and what it needs of the shell, and resolves with
 * its output. If it fails, rejects with a StartupError that holds its error output. `remark` gets each piece of its error output as it comes.
 */
export function runProgram(
  file: string,
  args: string[],
  environment: Record<string, string>,
  remark: (text: string) => void = () => {},
): Promise<string> {
  return new Promise((succeed, reject) => {
    const options = {
      cwd: projectRoot,
      env: { ...fromShell(), ...environment },
      maxBuffer: 64 * 1024 * 1024,
    };
    const program = [resolve(projectRoot, file), ...args];
    const child = execFile(process.execPath, program, options, (error, stdout, stderr) => {
      if (error) reject(new StartupError(`${file} failed:\n${stderr || stdout || error.message}`));
      else succeed(stdout);
    });
    child.stderr?.on("data", (text) => remark(String(text)));
  });
}
