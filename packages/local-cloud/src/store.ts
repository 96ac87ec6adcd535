import { accessSync, chmodSync, constants, existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { StartupError } from "./lifecycle.ts";

/** The state of the host, in one SQLite file. Each engine has its own tables in it. */
export type Store = DatabaseSync;

/** The files that the host writes into `dataDir`. Other files there are left alone. */
const ownFiles = [
  ...["dynamodb.db", "dynamodb.db-wal", "dynamodb.db-shm", "ministack"],
  ...["s3", "cloud.log"],
];

/**
 * Opens the state in `dataDir` and locks it until this process ends or is killed. With `fresh`, deletes what an earlier
 * run left; `others` are files there of the program that runs the cloud. Throws a StartupError when another service holds
 * the lock, or nothing can be kept there.
 */
export function openStore(dataDir: string, fresh: boolean, others: readonly string[] = []): Store {
  const files = [...ownFiles, ...others];
  makeFolder(dataDir);
  if (existsSync(join(dataDir, "host.db"))) closeToOthers(dataDir, files);
  const store = openFile(dataDir);
  try {
    // The exclusive mode takes a lock of the operating system, which is released even on kill -9.
    store.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    store.exec("BEGIN IMMEDIATE; COMMIT");
  } catch (error) {
    store.close();
    throw refusalOf(error, dataDir);
  }
  if (fresh) clear(store, dataDir, files);
  store.exec("CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT");
  return store;
}

function openFile(dataDir: string): Store {
  try {
    accessSync(dataDir, constants.W_OK);
    return new DatabaseSync(join(dataDir, "host.db"), { timeout: 0 });
  } catch {
    throw new StartupError(`${dataDir} cannot be written. Choose another folder.`, "dataDir");
  }
}

/** Folder by folder: Node's recursive way never returns if a folder cannot be made, as below /proc. */
function makeFolder(folder: string) {
  const found = kindOf(folder);
  if (found === "folder") return;
  const reason = found === "file" ? "is not a folder" : "cannot be made";
  const unusable = new StartupError(`${folder} ${reason}. Choose another folder.`, "dataDir");
  if (found === "file" || dirname(folder) === folder) throw unusable;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    if (kindOf(folder) !== "folder") throw unusable;
  }
}

/** Takes from other users of this machine what an earlier version left open, but for a folder in which they may write. */
function closeToOthers(dataDir: string, files: readonly string[]) {
  if ((statSync(dataDir).mode & 0o022) === 0) chmodSync(dataDir, 0o700);
  for (const path of ["host.db", ...files].map((name) => join(dataDir, name))) {
    const kind = kindOf(path);
    if (kind !== "nothing") chmodSync(path, kind === "folder" ? 0o700 : 0o600);
  }
}

function kindOf(path: string): "folder" | "file" | "nothing" {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return "nothing";
  }
}

const SqliteError = v.object({ errcode: v.number() });
const notADatabase = 26;

function refusalOf(error: unknown, dataDir: string): StartupError {
  const code = v.is(SqliteError, error) ? error.errcode : undefined;
  return new StartupError(
    code === notADatabase
      ? `${join(dataDir, "host.db")} is not the state of a service. Delete it, or choose another folder.`
      : code !== undefined && [5, 6].includes(code % 256)
        ? `Another service is running on ${dataDir}. Stop it, or choose another folder.`
        : `The state in ${dataDir} cannot be opened (${error instanceof Error ? error.message : error}). Choose another folder.`,
    "dataDir",
  );
}

function clear(store: Store, dataDir: string, files: readonly string[]) {
  dropTables(store);
  for (const file of files) rmSync(join(dataDir, file), { recursive: true, force: true });
}

function dropTables(store: Store, kept: string[] = []) {
  for (const { name } of store.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all())
    if (!kept.includes(String(name))) store.exec(`DROP TABLE "${name}"`);
}

/** Forgets the jobs, the pictures and the organization of earlier runs, and keeps the ports. */
export function forgetWork(store: Store, dataDir: string): void {
  dropTables(store, ["settings"]);
  store.exec("DELETE FROM settings WHERE name NOT LIKE '% port'");
  rmSync(join(dataDir, "s3"), { recursive: true, force: true });
}

/** A value remembered over restarts, or undefined. */
export function readSetting(store: Store, name: string): string | undefined {
  const value = store.prepare("SELECT value FROM settings WHERE name = ?").get(name)?.value;
  return typeof value === "string" ? value : undefined;
}

export function writeSetting(store: Store, name: string, value: string): void {
  store.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)").run(name, value);
}
