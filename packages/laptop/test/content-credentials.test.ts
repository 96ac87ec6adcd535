import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@image-staging/local-cloud/store";
import { silent } from "@image-staging/local-cloud/terminal";
import { afterAll, expect, test } from "vitest";
import { localCredentials } from "../src/content-credentials.ts";

const folder = mkdtempSync(join(tmpdir(), "credentials-"));
const store = openStore(folder, false);
const { platform, arch } = process;
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const canSign = platform === "linux" && arch === "x64";

test.runIf(canSign)("a machine signs with one certificate, and gives its key to no function", async () => {
  const { environment, secrets, operator } = await localCredentials(store, silent);
  const [key = ""] = Object.values(secrets);
  expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  for (const variables of [environment, operator])
    expect(JSON.stringify(variables)).not.toMatch(/PRIVATE KEY/);
  expect(JSON.stringify({ environment, operator })).not.toContain(key.split("\n")[1]);
  expect(await localCredentials(store, silent)).toEqual({ environment, secrets, operator });
});

test.each([
  ["darwin", "arm64"],
  ["linux", "arm64"],
  ["win32", "x64"],
] as const)("on %s-%s one line says that pictures are not signed, and why", async (...machine) => {
  const said: string[] = [];
  const as = (values: readonly string[]) => {
    for (const [nth, name] of ["platform", "arch"].entries())
      Object.defineProperty(process, name, { value: values[nth] });
  };
  as(machine);
  const found = await localCredentials(store, { ...silent, say: (line) => void said.push(line) });
  as([platform, arch]);
  expect(found).toEqual({ environment: {}, secrets: {}, operator: {} });
  expect(said).toEqual([
    `Pictures are not signed: the library for content credentials can't be used (it has no build for ${machine.join("-")}).`,
  ]);
});
