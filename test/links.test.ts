import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const pages = globSync("**/*.md", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/dist/**", ".*/**", "cdk.out/**", "demo-output/**"],
});

/** A page without its code, in which brackets are no links. */
const proseOf = (file: string) =>
  readFileSync(join(root, file), "utf8")
    .replace(/^ *```[\s\S]*?^ *```/gm, "")
    .replace(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ""));

const linksOf = (file: string) =>
  Array.from(proseOf(file).matchAll(/\]\(([^()\s]+)\)/g), ([, target = ""]) => target).filter(
    (target) => !/^[a-z]+:/.test(target),
  );

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (file: string) =>
  Array.from(proseOf(file).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

function leadsSomewhere(file: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : join(dirname(file), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

describe("every relative link leads to a file and a heading that exist", () => {
  test.each(pages)("in %s", (file) => {
    expect(linksOf(file).filter((link) => !leadsSomewhere(file, link))).toEqual([]);
  });
});

/** An installer and the name of one of our packages, which is in no registry: anybody could register it there. */
const byName =
  /^.*(?:\bnpx\b|\b(?:npm|pnpm|yarn|bun|pip|uv)\b.*\b(?:install|add|i|dlx)\b|"-y").*[\s"'](?:@image-staging\/|image[-_]staging).*$/gm;

test("no page installs one of our packages by its name", () => {
  const named = pages.flatMap((file) => readFileSync(join(root, file), "utf8").match(byName) ?? []);
  expect(named).toEqual([]);
  expect("pip install image-staging and npx -y @image-staging/mcp").toMatch(byName);
});
