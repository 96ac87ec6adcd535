import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "ingest-";
/** Longer than any task runs. */
const abandonedMs = 5 * 60_000;

/** Runs `work` with a temporary folder, then deletes it. Also deletes the folders that crashed runs left behind. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lambda keeps /tmp when it restarts a function that crashed or ran out of time: it would fill up. */
async function removeAbandoned(): Promise<void> {
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  for (const folder of folders.map((name) => join(tmpdir(), name))) {
    const found = await stat(folder).catch(() => null); // another task may have removed it
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(folder, { recursive: true, force: true });
  }
}
