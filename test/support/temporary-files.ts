import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives all temporary files of a run one folder and removes it at the end, whatever was killed in between. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), "image-staging-tests-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
