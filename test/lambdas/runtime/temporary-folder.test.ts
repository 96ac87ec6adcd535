import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTemporaryFolder } from "../../../lambdas/runtime/temporary-folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "temporary-"));
  vi.stubEnv("TMPDIR", root);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

/** A folder with a file, untouched for so many minutes. */
function leave(name: string, minutes: number): string {
  const folder = join(root, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "original"), "picture");
  const then = Date.now() / 1000 - minutes * 60;
  utimesSync(folder, then, then);
  return folder;
}

test("a folder is gone after its work, whether that succeeds or fails", async () => {
  const folders: string[] = [];
  const note = async (folder: string) => {
    folders.push(folder);
    writeFileSync(join(folder, "original"), "picture");
  };
  await inTemporaryFolder(note);
  const failing = inTemporaryFolder(async (folder) => {
    await note(folder);
    throw new Error("it failed");
  });
  await expect(failing).rejects.toThrow("it failed");
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
});

test("what a dead process left is removed by the next use, and nothing else", async () => {
  const [dead, alive, foreign] = [leave("ingest-dead", 6), leave("ingest-alive", 2), leave("other", 60)];
  await inTemporaryFolder(async () => {});
  expect([dead, alive, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
