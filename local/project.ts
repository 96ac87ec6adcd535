import { execFile } from "node:child_process";
import { join } from "node:path";
import { StartupError } from "./lifecycle.ts";

export const projectRoot = join(import.meta.dirname, "..");

/**
 * Runs one of the project's programs with this Node and resolves with its output. If it fails, rejects with a
 * StartupError that holds its error output.
 */
export function runProgram(
  file: string,
  args: string[],
  environment: Record<string, string>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: projectRoot,
      env: { ...process.env, ...environment },
      maxBuffer: 64 * 1024 * 1024,
    };
    execFile(process.execPath, [join(projectRoot, file), ...args], options, (error, stdout, stderr) => {
      if (error) reject(new StartupError(`${file} failed:\n${stderr || stdout || error.message}`));
      else resolve(stdout);
    });
  });
}
