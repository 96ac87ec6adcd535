import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { newPartner, service } from "../shared/service.ts";

const { apiKey, secret } = await newPartner();
const folder = mkdtempSync(join(tmpdir(), "example-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

const examples = join(import.meta.dirname, "../../../packages/clients/conformance/examples");
const environment = {
  ...process.env,
  STAGING_BASE_URL: service.baseUrl,
  STAGING_API_KEY: apiKey,
  WEBHOOK_SECRET: secret,
};
const runExample = (name: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(examples, name, "main.ts"), ...args], { env: environment });

test("stage-a-folder stages each photo once, and reconcile-a-month finds the sums of the statement", async () => {
  const photos = join(folder, "photos");
  mkdirSync(photos);
  writeFileSync(join(photos, "1.jpg"), await drawRoom(480, 360));
  writeFileSync(
    join(photos, "2.png"),
    await sharp(await drawRoom(400, 300))
      .png()
      .toBuffer(),
  );
  writeFileSync(join(photos, "notes.txt"), "not a photo");

  const first = await runExample("stage-a-folder", photos);
  expect(first.stdout.split("\n").toSorted()).toEqual([
    "",
    expect.stringMatching(/^1\.jpg: job_/),
    expect.stringMatching(/^2\.png: job_/),
  ]);
  expect(readdirSync(join(photos, "staged")).toSorted()).toEqual(["1.jpg.jpg", "2.png.jpg"]);

  rmSync(join(photos, "staged/2.png.jpg"));
  const again = await runExample("stage-a-folder", photos);
  const jobOf = (output: string) => /2\.png: (job_\w+)/.exec(output)?.[1];
  expect(again.stdout).toContain("1.jpg: there already");
  expect(jobOf(again.stdout)).toBe(jobOf(first.stdout));

  const { stdout, stderr } = await runExample("reconcile-a-month", new Date().toISOString().slice(0, 7));
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^1\.jpg +1 events/m);
  expect(stdout).toMatch(/^2\.png +1 events/m);
});

test("stage-a-picture saves the picture when its webhook has come", async () => {
  const [source, target] = [join(folder, "room.jpg"), join(folder, "staged.jpg")];
  writeFileSync(source, await drawRoom(480, 360));
  const { stdout } = await runExample("stage-a-picture", source, target);
  expect(stdout).toMatch(/^job_\w+ is saved as /);
  expect((await sharp(target).metadata()).format).toBe("jpeg");
});
