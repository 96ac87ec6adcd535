import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StartupError } from "../src/lifecycle.ts";
import { forgetWork, openStore, readSetting, writeSetting } from "../src/store.ts";

const folder = mkdtempSync(join(tmpdir(), "data-"));
const file = join(folder, "file");
writeFileSync(file, "mine");

const refused = (dataDir: string, sentence: string) =>
  expect(() => openStore(dataDir, false)).toThrow(new StartupError(sentence, "dataDir"));

test("a folder that is a file is refused in one sentence", () => {
  refused(file, `${file} is not a folder. Choose another folder.`);
  refused(join(file, "below"), `${file} is not a folder. Choose another folder.`);
});

test.runIf(process.platform === "linux")(
  "a folder that cannot be made or written is refused in one sentence",
  () => {
    refused("/proc/data", "/proc/data cannot be made. Choose another folder.");
    refused("/proc/self", "/proc/self cannot be written. Choose another folder.");
  },
);

test("a folder with something else under the name of its state is refused in one sentence", () => {
  const other = join(folder, "other");
  mkdirSync(other);
  writeFileSync(join(other, "host.db"), "not a database, and longer than the header of one".repeat(100));
  const state = join(other, "host.db");
  refused(other, `${state} is not the state of a service. Delete it, or choose another folder.`);
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test.skipIf(process.platform === "win32")("a new data directory is its owner's alone", () => {
  const dataDir = join(folder, "new", "data");
  openStore(dataDir, false).close();
  expect(modeOf(dataDir)).toBe("700");
});

test.skipIf(process.platform === "win32")(
  "one that an earlier version left open is closed with its files",
  () => {
    const dataDir = join(folder, "open");
    openStore(dataDir, false).close();
    for (const name of ["app.json", "cloud.log"]) writeFileSync(join(dataDir, name), "{}");
    mkdirSync(join(dataDir, "s3"));
    const files = ["host.db", "app.json", "cloud.log"].map((name) => join(dataDir, name));
    for (const path of [dataDir, ...files]) chmodSync(path, 0o755);
    openStore(dataDir, false, ["app.json"]).close();
    expect([dataDir, join(dataDir, "s3"), ...files].map(modeOf)).toEqual(["700", "700", "600", "600", "600"]);
  },
);

test.skipIf(process.platform === "win32")("a folder with other things in it keeps its mode", () => {
  const shared = join(folder, "shared");
  mkdirSync(shared);
  writeFileSync(join(shared, "notes.txt"), "mine");
  chmodSync(shared, 0o777);
  openStore(shared, false).close();
  openStore(shared, false).close();
  expect([modeOf(shared), modeOf(join(shared, "notes.txt"))]).toEqual(["777", "644"]);
});

test("a folder in use is refused in one sentence", () => {
  const used = join(folder, "used");
  const store = openStore(used, false);
  refused(used, `Another service is running on ${used}. Stop it, or choose another folder.`);
  store.close();
});

test("when work is forgotten, the ports are kept, on which earlier addresses still lead here", () => {
  const store = openStore(join(folder, "kept"), false);
  writeSetting(store, "s3 port", "4100");
  writeSetting(store, "development organization", "{}");
  store.exec("CREATE TABLE executions (arn TEXT)");
  forgetWork(store, join(folder, "kept"));
  expect(readSetting(store, "s3 port")).toBe("4100");
  expect(readSetting(store, "development organization")).toBeUndefined();
  expect(() => store.exec("SELECT * FROM executions")).toThrow("no such table");
  store.close();
});
