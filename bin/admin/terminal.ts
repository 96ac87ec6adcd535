import { createInterface } from "node:readline/promises";
import * as v from "valibot";
import { visible } from "../../lambdas/domain/plain-text.ts";
import { InputError } from "./inputs.ts";

const Options = v.object({
  json: v.optional(v.boolean(), false),
  yes: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean(), false),
});

/** What a change is recorded with before it is made. */
export type Journal = { begin: (organizationId: string | null, changes: string[]) => Promise<void> };

/**
 * A command prints its result on standard output and announces its changes on standard error. A change that is to be
 * made is in the journal first, under its organization (null if it has none).
 */
export type Terminal = {
  json: boolean;
  /** Prints the result: the value with --json, else the text. */
  show: (result: unknown, text: string) => void;
  /** Says something that is not part of the result, such as what is to be done next. */
  say: (sentence: string) => void;
  /** Announces additions; false if they must not be made (--dry-run). */
  announce: (organizationId: string | null, additions: string[]) => Promise<boolean>;
  /** Announces changes and, without --yes, asks; refuses if nobody can answer; false with --dry-run. */
  confirm: (organizationId: string | null, changes: string[]) => Promise<boolean>;
  /** Announces what can't be undone, and wants a name typed, or given beforehand; false with --dry-run. */
  confirmByName: (organizationId: string, changes: string[], name: Name) => Promise<boolean>;
};

type Name = { expected: string; given: string | undefined };

const unanswerable =
  "There is no terminal to confirm this change at: give --yes, or --dry-run to see what would change.";
const unnamed = 'There is no terminal to confirm this at: give --confirm "NAME", the organization\'s name.';
const misnamed = "That is not the organization's name, which org show prints: nothing was changed.";

export function terminalFor(globalOptions: unknown, journal: Journal): Terminal {
  const { json, yes, dryRun } = v.parse(Options, globalOptions);
  const show: Terminal["show"] = (result, text) => console.log(json ? pagesOfJson(result) : linesOf(text));
  const say = (sentence: string) => console.error(json ? jsonOf({ note: sentence }) : visible(sentence));
  const announce = (changes: string[]) => {
    const word = dryRun ? "would" : "will";
    const lines = changes.map((change) => visible(`${word.replace("w", "W")} ${change}`));
    console.error(json ? jsonOf({ [word]: changes }) : lines.join("\n"));
    if (dryRun) show({ dry_run: true, changes }, "Nothing was changed.");
    return !dryRun;
  };
  const canAsk = process.stdin.isTTY;
  return {
    json,
    show,
    say,
    announce: async (organizationId, additions) => {
      if (!announce(additions)) return false;
      await journal.begin(organizationId, additions);
      return true;
    },
    confirm: async (organizationId, changes) => {
      if (!dryRun && !yes && !canAsk) throw new InputError(unanswerable);
      if (!announce(changes)) return false;
      if (!yes && !/^y(es)?$/i.test(await ask("Continue? (y/N) ")))
        throw new InputError("Nothing was changed.");
      await journal.begin(organizationId, changes);
      return true;
    },
    confirmByName: async (organizationId, changes, { expected, given }) => {
      if (!dryRun && given === undefined && !canAsk) throw new InputError(unnamed);
      if (given !== undefined && given !== expected) throw new InputError(misnamed);
      if (!announce(changes)) return false;
      if (given === undefined && (await ask("Type the organization's name to continue: ")) !== expected)
        throw new InputError(misnamed);
      await journal.begin(organizationId, changes);
      return true;
    },
  };
}

/** What callers wrote does not steer the terminal, whatever a command prints. */
const linesOf = (text: string): string => text.split("\n").map(visible).join("\n");
const pagesOfJson = (value: unknown): string => linesOf(JSON.stringify(value, null, 2));

/** JSON in a line, whose texts do not steer the terminal either. */
export const jsonOf = (value: unknown): string => visible(JSON.stringify(value));

async function ask(question: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(question);
  prompt.close();
  return answer.trim();
}

/** Named values, one a line, aligned. */
export function listing(values: Record<string, unknown>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}`)
    .join("\n");
}

/** Rows under the names of their values, aligned. */
export function tabular(rows: Record<string, unknown>[]): string {
  const [first] = rows;
  if (!first) return "None.";
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => textOf(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A time for a table: to the minute, in UTC, such as 2026-11-20T08:15Z. */
export const toMinute = (time: string | null): string | null => time && `${time.slice(0, 16)}Z`;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "-";
  return visible(typeof value === "object" ? JSON.stringify(value) : String(value));
}
