import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** A line of the specification or an addition to it, and why it has no test or what it leaves open. */
export type Row = { id: string; line: string; reason: string | undefined };

/** The lines under one heading. */
export type Section = { title: string; rows: Row[] };

/** The heading under which lines.txt has what later versions add to the specification. */
export const additions = "Additions";

/** What lines.txt has under each heading. */
export function readSections(): Section[] {
  const [, ...sections] = readFileSync(join(import.meta.dirname, "lines.txt"), "utf8").split(/^## /m);
  return sections.map((text) => {
    const [title = "", ...lines] = text.trimEnd().split("\n");
    return { title, rows: lines.filter(Boolean).map(rowOf) };
  });
}

function rowOf(text: string): Row {
  const [id = "", line = "", reason] = text.split(" | ");
  return { id, line, reason };
}

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

/** The files whose tests say that they check a line, or its whole section. */
export const filesOf = ({ id }: Row, tags: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...new Set([...(tags.get(id) ?? []), ...(tags.get(`${id.split(".")[0]}.*`) ?? [])])].sort();
