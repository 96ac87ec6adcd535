import { guideSnippets, type Language } from "@image-staging/site/snippets";
import type { OperationId } from "service/lambdas/api/contract/operations.ts";

const shown = [
  { language: "sh", lang: "Shell", label: "curl" },
  { language: "ts", lang: "TypeScript", label: "TypeScript" },
  { language: "python", lang: "Python", label: "Python" },
] as const;

const snippets = [...guideSnippets().values()].flat();

/** The code of the guides that is marked with an operation. */
export function sampleOf(operationId: OperationId, language: Language): string {
  const found = snippets.find((snippet) => snippet.mark === operationId && snippet.language === language);
  if (!found) throw new Error(`No guide in docs/ has a snippet of ${operationId} in ${language}.`);
  return found.code.trimEnd();
}

/** `x-codeSamples` of an operation, for the tools that show them: what its guide shows, which is run there. */
export const codeSamplesOf = (operationId: OperationId) =>
  shown.map(({ language, lang, label }) => ({ lang, label, source: sampleOf(operationId, language) }));
