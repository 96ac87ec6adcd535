import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "@image-staging/laptop/project";
import { environmentOf } from "@image-staging/python-client/environment";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, look, startPages } from "./browser.ts";
import { chooseSample, ended, generate, openPlayground, showCode } from "./playground.ts";

const run = promisify(execFile);

/** The service answers a second request under the same key with the first job only if it is the same request. */
describe.skipIf(!hasBrowser)("the request on the page is the one that was sent, as a program", () => {
  const pages = startPages();
  const folder = mkdtempSync(join(tmpdir(), "request-"));
  const client = join(folder, "node_modules/@image-staging/client");
  let page: Page;

  beforeAll(async () => {
    ({ page } = await openPlayground(pages));
    const module = await fetch(`${pages.service.baseUrl}/playground/client.js`);
    mkdirSync(client, { recursive: true });
    writeFileSync(join(client, "package.json"), JSON.stringify({ type: "module", exports: "./client.js" }));
    writeFileSync(join(client, "client.js"), await module.text());
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const codeIn = async (language: string) => {
    await page.getByRole("button", { name: language, exact: true }).click();
    return page.locator("#code").inputValue();
  };

  /** Where the code runs: in a folder without pictures, with the key in the environment. */
  const here = () => ({ cwd: folder, env: { ...process.env, API_KEY: pages.service.apiKey } });
  const byCurl = async () => JSON.parse((await run("bash", ["-c", await codeIn("curl")], here())).stdout);

  const needed = join(projectRoot, "packages/clients/python/requirements.txt");
  const PYTHONPATH = join(projectRoot, "packages/clients/python");

  describe.each(["Photo", "Panorama", "Floor plan"])("of the sample %s", (sample) => {
    let jobId: string;

    beforeAll(async () => {
      await page.goto(pages.service.baseUrl);
      await page.locator("html[data-ready]").waitFor();
      await chooseSample(page, sample);
      await page.getByText("More", { exact: true }).click();
      await page.getByLabel("Include alternates").check();
      await page.getByLabel("Your reference").first().fill(`'a': true, "b" $HOME`);
      await page.getByLabel("Listing, for pictures").fill("elm-street-5");
      await generate(page);
      await ended(page);
      jobId = JSON.parse(await page.locator("#answer").inputValue()).job_id;
      await showCode(page);
    });

    test("by curl, which fetches the sample, and waits until the job has ended", async () => {
      expect(await byCurl()).toMatchObject({ job_id: jobId, status: "succeeded" });
      await look(page, `request-${sample}`);
    });

    test("in TypeScript", async () => {
      writeFileSync(join(folder, "main.ts"), await codeIn("TypeScript"));
      const { stdout } = await run(process.execPath, ["main.ts"], here());
      expect(stdout).toContain(jobId);
    });

    test("in Python", async ({ skip }) => {
      const code = await codeIn("Python");
      const python = await environmentOf([needed]).catch(() =>
        skip("Python's packages cannot be installed."),
      );
      writeFileSync(join(folder, "main.py"), code);
      const { cwd, env } = here();
      const { stdout } = await run(python, ["main.py"], { cwd, env: { ...env, PYTHONPATH } });
      expect(stdout).toContain(jobId);
    });

    test("no code holds the key", async () => {
      for (const language of ["curl", "TypeScript", "Python"])
        expect(await codeIn(language)).not.toContain(pages.service.apiKey);
    });

    test("of the job as it is opened later, which makes it again", async () => {
      await page.reload();
      await ended(page);
      await showCode(page);
      const { job_id, ...again } = await byCurl();
      expect(job_id).not.toBe(jobId);
      expect(again).toMatchObject({ status: "succeeded", listing: "elm-street-5" });
    });
  });
});
