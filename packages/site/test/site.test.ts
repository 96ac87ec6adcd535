import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import { errorsPage } from "@image-staging/openapi/errors-page";
import MiniSearch from "minisearch";
import { operations } from "service/lambdas/api/contract/operations.ts";
import { refusalAdvice } from "service/lambdas/api/contract/published/error-advice.ts";
import { failureCodes } from "service/lambdas/domain/failures.ts";
import { describe, expect, test } from "vitest";
import { buildDocuments } from "../src/build.ts";

const root = join(import.meta.dirname, "../../..");
const folder = join(mkdtempSync(join(tmpdir(), "documents-")), "site");
await buildDocuments({ folder, apiUrl: "https://api.example.com" });
const files = readdirSync(folder);
const pages = new Map(
  files
    .filter((name) => name.endsWith(".html"))
    .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
);
const page = (name: string) => pages.get(`${name}.html`) ?? "";
const idsOf = (html: string) => Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id);

describe.each([...pages])("%s", (name, html) => {
  test("leads with every link to a page and a section that exist", () => {
    const targets = Array.from(html.matchAll(/ (?:href|src)="([^"]+)"/g), ([, target = ""]) => target);
    const inside = targets
      .filter((target) => !/^(https|data):/.test(target))
      .map((target) => target.replace(/^\//, ""));
    const broken = inside.filter((target) => {
      const [file = "", anchor] = target.split("#");
      if (file !== "" && !files.includes(file)) return true;
      return anchor !== undefined && !idsOf(pages.get(file || name) ?? "").includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("says how large its pictures are, so that nothing moves when they come", () => {
    expect(html.match(/<img (?![^>]*width="\d+" height="\d+")[^>]*>/g)).toBeNull();
  });

  test("has one title, no id twice, and nothing that its policy forbids", () => {
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html.match(/<title>[^<]+<\/title>/g)).toHaveLength(1);
    expect(idsOf(html)).toEqual([...new Set(idsOf(html))]);
    expect(html).not.toMatch(/<script>|<style|\sstyle=|\son\w+="/);
    expect(html).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  });
});

test("the errors' page has every code of the contract: npm run openapi", () => {
  const committed = readFileSync(join(import.meta.dirname, "../../../docs/errors.md"), "utf8");
  expect(committed).toBe(errorsPage());
  for (const code of [...Object.keys(refusalAdvice), ...Object.keys(failureCodes)])
    expect(idsOf(page("errors")), code).toContain(code);
});

test("the reference has every operation, with its code in three languages", () => {
  const reference = [...pages].filter(([name]) => name.startsWith("reference-")).map(([, html]) => html);
  for (const { operationId } of operations) {
    const [own = ""] = reference.filter((html) => idsOf(html).includes(operationId));
    const section = own.slice(own.indexOf(` id="${operationId}"`)).split("<h2")[0];
    for (const name of ["curl", "TypeScript", "Python"])
      expect(section, operationId).toContain(`>${name}</p>`);
  }
});

test("the address of the API is the one that they are published for", () => {
  expect(page("quickstart")).toContain("BASE_URL=https://api.example.com");
  expect(page("reference")).toContain("<code>https://api.example.com</code>");
});

test("the first page shows the request of the quickstart", () => {
  const codeIn = (file: string, mark: string) =>
    Array.from(
      readFileSync(join(root, file), "utf8").matchAll(/^```(?:sh|ts|python)( \w+)?\n([\s\S]*?)^```$/gm),
      ([, given = "", code]) => ({ given: given.trim(), code }),
    )
      .filter(({ given }) => given === mark)
      .map(({ code }) => code);
  expect(codeIn("docs/index.md", "")).toEqual(codeIn("docs/quickstart.md", "createGeneration"));
});

test("the gallery has every style of every kind, and the repository's pictures stay small", () => {
  for (const kind of ["refurnish", "renovate", "panorama", "plan"])
    for (const style of stylePresets) expect(page("gallery")).toContain(`src="${kind}-${style}.webp"`);
  const folders = ["docs/pictures", "docs/pictures/gallery"].map((name) => join(root, name));
  const sizes = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => statSync(join(folder, name)).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(800_000);
});

test("operations can be tried where the service is, and nowhere else", async () => {
  const local = join(mkdtempSync(join(tmpdir(), "documents-")), "local");
  await buildDocuments({ folder: local, apiUrl: "http://127.0.0.1:4000", isLocal: true });
  const tried = readFileSync(join(local, "reference-generations.html"), "utf8");
  expect(tried).toContain('id="try-createGeneration"');
  expect(tried).toContain("http://127.0.0.1:4000/playground/samples/photo.jpg");
  expect(tried).toContain('href="/inbox"');
  expect(page("reference-generations")).not.toMatch(/class="try"|href="\/inbox"|try\.js/);
});

test("what is the operator's is not there", () => {
  expect(page("changelog")).toContain("Added");
  for (const html of pages.values())
    expect(html).not.toMatch(/For operators|Roll back|npm run admin|cdk deploy/);
});

test("the search finds other forms of a word, and what means the same", async () => {
  const { queryOf } = await import(join(root, "packages/site/pages/site/synonyms.js"));
  const index = MiniSearch.loadJSON(readFileSync(join(folder, "search.json"), "utf8"), {
    fields: ["title", "page", "text"],
    storeFields: ["title", "page", "url", "excerpt"],
  });
  const found = (words: string) =>
    index.search(queryOf(words), { prefix: true, boost: { title: 4, page: 2 } }).map(({ url }) => url);
  expect(found("signature verification").slice(0, 3).join()).toMatch(/webhooks\.html/);
  expect(found("verifying signatures").slice(0, 3).join()).toMatch(/webhooks\.html/);
  expect(found("vat")[0]).toMatch(/billing/);
  expect(found("iphone")).not.toEqual([]);
});

test("the search finds a code, a field and a message on the pages that explain them", () => {
  const index = MiniSearch.loadJSON(readFileSync(join(folder, "search.json"), "utf8"), {
    fields: ["title", "page", "text"],
    storeFields: ["title", "page", "url", "excerpt"],
  });
  const firstOf = (words: string) =>
    index.search(words, { combineWith: "AND", boost: { title: 4, page: 2 } })[0]?.url;
  expect(firstOf("upload_missing")).toBe("errors.html#upload_missing");
  expect(firstOf("whsec_")).toMatch(/^webhooks\.html/);
  expect(firstOf("fields do not go together")).toBe("errors.html#validation_error");
});
