import { readFileSync } from "node:fs";
import { join } from "node:path";
import { refusalAdvice } from "service/lambdas/api/contract/published/error-advice.ts";
import { type ErrorExample, errorExamples } from "service/lambdas/api/contract/published/errors.ts";
import { failureTexts } from "service/lambdas/api/contract/published/failures.ts";
import { failureCodes } from "service/lambdas/domain/failures.ts";

/** docs/errors.md with every code of the contract: its prose is written by hand, what is between the marks is made. */
export const errorsPage = () =>
  Object.entries({ refusals: refusals(), failures: failures() }).reduce(
    (page, [mark, made]) =>
      page.replace(
        new RegExp(`(<!-- Made by npm run openapi: ${mark} -->\n)[^]*?(<!-- End of ${mark} -->)`),
        (_all, begin: string, end: string) => `${begin}\n${made}\n\n${end}`,
      ),
    readFileSync(join(import.meta.dirname, "../../../docs/errors.md"), "utf8"),
  );

const examples: ErrorExample[] = Object.values(errorExamples);

/** Each code of a refusal, what it means, what to do, and a few of its messages: the reference has them all. */
const refusals = () =>
  Object.entries(refusalAdvice)
    .map(([code, { meaning, advice }]) => {
      const own = examples.filter(({ value }) => value.error.code === code);
      const statuses = [...new Set(own.map(({ status }) => status))].join(", ");
      const messages = own
        .slice(0, 2)
        .map(({ value }) => `- ${plain(value.error.message)}`)
        .join("\n");
      return `### ${code}\n\n**${statuses}.** ${meaning}\n\n${advice}\n\n${messages}`;
    })
    .join("\n\n");

const isRetryable = new Map(Object.entries(failureCodes).map(([code, rule]) => [code, rule.retryable]));
const failureRows = Object.entries(failureTexts).map(([code, { unless, ...texts }]) => ({
  code,
  retryable: isRetryable.get(code),
  exception: unless === undefined ? "" : `, or not, ${unless}`,
  ...texts,
}));

const failures = () =>
  failureRows
    .map(({ code, meaning, advice, ...row }) => {
      const label = /retryable for/.test(meaning) ? "Retryable or not" : retryableOf(row);
      return `### ${code}\n\n**${label}.** ${meaning[0]?.toUpperCase()}${meaning.slice(1)}.\n\n${advice}`;
    })
    .join("\n\n");

const retryableOf = ({
  retryable,
  exception,
}: Pick<(typeof failureRows)[number], "retryable" | "exception">) =>
  `${retryable ? "Retryable" : "Not retryable"}${exception}`;

/** The failure codes as a Markdown table. */
export function failureCodesTable(): string {
  const rows = failureRows.map(
    ({ code, retryable, exception, meaning }) =>
      `| \`${code}\` | ${retryable ? "yes" : "no"}${exception} | ${meaning} |`,
  );
  return ["| `failure.code` | retryable | meaning |", "|---|---|---|", ...rows].join("\n");
}

/** A message without what Markdown would take for markup. */
const plain = (message: string) => message.replaceAll("<", "\\<");
