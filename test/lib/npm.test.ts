import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { npmCommand } from "../../lib/npm.ts";

test("npm is run by Node, from the script that npm or npx names or that lies with Node", () => {
  const folder = mkdtempSync(join(tmpdir(), "with a space-"));
  const script = join(folder, "npm-cli.js");
  writeFileSync(script, "");
  expect(npmCommand(script)).toEqual([process.execPath, script]);
  expect(npmCommand(join(folder, "npx-cli.js"))).toEqual([process.execPath, script]);
  const [command, found] = npmCommand(join(folder, "elsewhere/yarn.js"));
  expect(found === undefined ? command : existsSync(found)).toBeTruthy();
});
