import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export type Row = { id: string; line: string; reason: string | undefined };

const rowPattern = /^\| ([\w.-]+) \| (.+?) \| (.*?) ?\|$/;

/** A row of docs/contract-coverage.md: a line of the specification, and why it has no test or what it leaves open. */
function rowOf(text: string): Row | undefined {
  const [, id = "", line = "", right = ""] = rowPattern.exec(text) ?? [];
  if (id === "" || id === "Id") return undefined;
  return { id, line, reason: /^\*.+?\*/.exec(right)?.[0] };
}

export const rowsOf = (page: string): Row[] => page.split("\n").flatMap((text) => rowOf(text) ?? []);

/** Each id that tests name in a comment `@contract`, with the files of those tests. `section.*` is every line of a section. */
export function readTags(): Map<string, Set<string>> {
  const tags = new Map<string, Set<string>>();
  for (const file of globSync("{test,packages}/**/*.test.ts", { cwd: root, exclude: ["**/node_modules/**"] }))
    for (const [, ids = ""] of readFileSync(join(root, file), "utf8").matchAll(/^ *\/\/ @contract (.+)$/gm))
      for (const id of ids.split(" ")) tags.set(id, (tags.get(id) ?? new Set()).add(file));
  return tags;
}

/** Each id that a comment of the service cites: “(contract, errors.*)”. */
export function readCitations(): Set<string> {
  const files = globSync("{lambdas,lib,test}/**/*.ts", { cwd: root });
  return new Set(
    files.flatMap((file) =>
      Array.from(
        readFileSync(join(root, file), "utf8").matchAll(/\(contract, ([\w-]+\.[\w.*-]*[\w*])/g),
        ([, id = ""]) => id,
      ),
    ),
  );
}

/** The page with its last column made from the tags. */
export function withTests(page: string, tags: ReadonlyMap<string, ReadonlySet<string>>): string {
  const cellOf = ({ id, reason }: Row) => {
    const files = new Set([...(tags.get(id) ?? []), ...(tags.get(`${id.split(".")[0]}.*`) ?? [])]);
    const names = [...files].map((file) => file.replace(/^test\//, "").replace(/\.test\.ts$/, "")).sort();
    return [...(reason ? [reason] : []), ...names].join("<br>");
  };
  const renew = (text: string) => {
    const row = rowOf(text);
    return row ? `| ${row.id} | ${row.line} | ${cellOf(row)} |` : text;
  };
  return page.split("\n").map(renew).join("\n");
}
