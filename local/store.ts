import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartupError } from "./lifecycle.ts";

/** The state of the host, in one SQLite file. Each engine has its own tables in it. */
export type Store = DatabaseSync;

/** The files that the host writes into DATA_DIR. Other files there are left alone. */
const ownFiles = ["dynamodb.db", "dynamodb.db-wal", "dynamodb.db-shm", "s3", "service.json", "service.log"];

/**
 * Opens the state in `dataDir` and locks it until this process ends or is killed. With `fresh`, deletes what an earlier
 * run left. Throws a StartupError when another service holds the lock.
 */
export function openStore(dataDir: string, fresh: boolean): Store {
  mkdirSync(dataDir, { recursive: true });
  const store = new DatabaseSync(join(dataDir, "host.db"), { timeout: 0 });
  try {
    // The exclusive mode takes a lock of the operating system, which is released even on kill -9.
    store.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    store.exec("BEGIN IMMEDIATE; COMMIT");
  } catch {
    store.close();
    throw new StartupError(
      `Another service is running on ${dataDir}. Stop it, or set DATA_DIR to another place.`,
    );
  }
  if (fresh) clear(store, dataDir);
  store.exec("CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT");
  return store;
}

function clear(store: Store, dataDir: string) {
  for (const { name } of store.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all())
    store.exec(`DROP TABLE "${name}"`);
  for (const file of ownFiles) rmSync(join(dataDir, file), { recursive: true, force: true });
}

/** A value remembered over restarts, or undefined. */
export function readSetting(store: Store, name: string): string | undefined {
  const value = store.prepare("SELECT value FROM settings WHERE name = ?").get(name)?.value;
  return typeof value === "string" ? value : undefined;
}

export function writeSetting(store: Store, name: string, value: string): void {
  store.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)").run(name, value);
}
