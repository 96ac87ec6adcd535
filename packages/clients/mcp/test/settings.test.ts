import { mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { settingsOf } from "../src/settings.ts";

const folder = mkdtempSync(join(tmpdir(), "mcp-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));
const valid = { STAGING_BASE_URL: "https://api.example.com", STAGING_API_KEY: "stg_test_a.b" };

test("address and key are enough: pictures then come from any folder", () => {
  const settings = { baseUrl: "https://api.example.com", apiKey: "stg_test_a.b", folder: null };
  expect(settingsOf(valid)).toEqual(settings);
  expect(settingsOf({ ...valid, STAGING_PICTURES_DIR: " " })).toEqual(settings);
});

test("a folder of pictures is known by its real path", () => {
  const link = join(folder, "link");
  symlinkSync(folder, link);
  expect(settingsOf({ ...valid, STAGING_PICTURES_DIR: link })).toMatchObject({
    folder: realpathSync(folder),
  });
});

test("the key goes over plain HTTP to this machine alone", () => {
  for (const address of ["http://127.0.0.1:4000", "http://localhost:4000", "http://[::1]:4000"])
    expect(settingsOf({ ...valid, STAGING_BASE_URL: address })).toMatchObject({ baseUrl: address });
  for (const address of ["http://api.example.com", "https://user@api.example.com", "ftp://127.0.0.1", "here"])
    expect(settingsOf({ ...valid, STAGING_BASE_URL: address })).toEqual({
      problems: [expect.stringMatching(/^STAGING_BASE_URL must be/)],
    });
});

test("everything that is wrong is said at once, and no value is repeated", () => {
  const environment = { STAGING_API_KEY: "a key\n", STAGING_PICTURES_DIR: join(folder, "missing") };
  const { problems } = settingsOf(environment) as { problems: string[] };
  expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
    "STAGING_BASE_URL",
    "STAGING_API_KEY",
    "STAGING_PICTURES_DIR",
  ]);
  expect(problems.join()).not.toMatch(/a key|missing/);
});
