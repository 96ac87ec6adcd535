import { readFileSync } from "node:fs";
import { join } from "node:path";
import { guides } from "./contents.ts";

export const languages = ["sh", "ts", "python"] as const;
export type Language = (typeof languages)[number];

/** Code of a guide that runs. `mark` is the word after its language: an operation that it shows, or what it is for. */
export type Snippet = { language: Language; mark: string; code: string };

const fences = /^```(sh|ts|python)(?: (\w+))?\n([\s\S]*?)^```$/gm;
const isLanguage = (text: string | undefined): text is Language => languages.some((known) => known === text);

/** The code of a page that runs, in its order. What only shows an answer or a command is in other languages. */
const snippetsOf = (markdown: string): Snippet[] =>
  Array.from(markdown.matchAll(fences), ([, language, mark = "", code = ""]) => ({
    language,
    mark,
    code,
  })).filter((snippet): snippet is Snippet => isLanguage(snippet.language));

/** The snippets of each guide that has any, by its name. */
export const guideSnippets = (): Map<string, Snippet[]> =>
  new Map(
    guides
      .map(({ name, file }): [string, Snippet[]] => [
        name,
        snippetsOf(readFileSync(join(import.meta.dirname, "../../..", file), "utf8")),
      ])
      .filter(([, snippets]) => snippets.length > 0),
  );

/**
 * A guide as one program: its snippets of a language, one after the other. Every guide but the quickstart, which makes it,
 * begins with the client of the quickstart. Snippets that verify a message need one to verify, and are no part of it.
 */
export function programOf(guide: string, language: Language, snippets = guideSnippets()): string {
  const of = (name: string) =>
    (snippets.get(name) ?? []).filter(
      (snippet) => snippet.language === language && snippet.mark !== "verify",
    );
  const client = guide === "quickstart" ? [] : of("quickstart").filter(({ mark }) => mark === "client");
  return [...client, ...of(guide)].map(({ code }) => code).join("\n");
}
