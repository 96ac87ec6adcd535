import { escapeHtml } from "./html.ts";

/** What a reader calls a language; a shell snippet is named by the program that it shows. */
function labelOf(language: string, code: string): string {
  if (language === "sh") return code.includes("curl ") ? "curl" : "Shell";
  return { ts: "TypeScript", python: "Python" }[language] ?? language;
}

const strings = String.raw`"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|` + String.raw`\`[^\`]*\``;
const oneLine = `${strings}|${String.raw`'(?:\\.|[^'\\\n])*'`}`;
const patterns: Record<string, RegExp> = {
  // In a shell, a single-quoted text may have several lines.
  sh: new RegExp(String.raw`(${strings}|'[^']*')|((?<=^|\s)#.*)`, "gm"),
  ts: new RegExp(String.raw`(${oneLine})|(\/\/.*|\/\*[\s\S]*?\*\/)`, "g"),
  py: new RegExp(`(${oneLine})|(#.*)`, "g"),
  json: new RegExp(String.raw`"(?:\\.|[^"\\\n])*"(?=\s*:)|(${oneLine})`, "g"),
};
const sameAs: Record<string, string> = { console: "sh", python: "py", yaml: "py" };

/** Code as HTML in which texts and comments are marked: enough to read by, without a grammar of each language. */
function marked(code: string, language: string): string {
  const pattern = patterns[sameAs[language] ?? language];
  if (!pattern) return escapeHtml(code);
  let html = "";
  let end = 0;
  for (const { 0: piece, 1: string, 2: comment, index } of code.matchAll(pattern)) {
    const kind = string === undefined ? (comment === undefined ? "name" : "comment") : "string";
    html += `${escapeHtml(code.slice(end, index))}<span class="${kind}">${escapeHtml(piece)}</span>`;
    end = index + piece.length;
  }
  return html + escapeHtml(code.slice(end));
}

/** Code that a reader's keyboard can scroll. */
export const codeBlock = (code: string, language: string, label = "Code"): string =>
  `<div class="code"><pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code>${marked(code.trimEnd(), language)}</code></pre></div>`;

/**
 * The same step in several languages. Without script all of them show, each below its name; documents.js makes tabs of them.
 */
export function codeTabs(snippets: { language: string; code: string }[]): string {
  const panels = snippets.map(({ language, code }) => {
    const label = labelOf(language, code);
    return `<section class="tab" data-language="${language}"><p class="tab-name">${label}</p>${codeBlock(code, language, label)}</section>`;
  });
  return `<div class="tabs">${panels.join("")}</div>`;
}
