import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

test("whoever reads the output may have enough of it", async () => {
  const child = spawn(process.execPath, ["bin/admin.ts", "--help"]);
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(said).toBe("");
  expect(code).toBe(0);
});
