import { execFile } from "node:child_process";
import { join } from "node:path";
import { StartupError } from "../../local-cloud/src/lifecycle.ts";

export const projectRoot = join(import.meta.dirname, "../../..");

/**
 * Runs one of the project's programs with this Node and resolves with its output. If it fails, rejects with a
 * StartupError that holds its error output. `remark` gets each piece of its error output as it comes.
 */
export function runProgram(
  file: string,
  args: string[],
  environment: Record<string, string>,
  remark: (text: string) => void = () => {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: projectRoot,
      env: { ...process.env, ...environment },
      maxBuffer: 64 * 1024 * 1024,
    };
    const program = [join(projectRoot, file), ...args];
    const child = execFile(process.execPath, program, options, (error, stdout, stderr) => {
      if (error) reject(new StartupError(`${file} failed:\n${stderr || stdout || error.message}`));
      else resolve(stdout);
    });
    child.stderr?.on("data", (text) => remark(String(text)));
  });
}
