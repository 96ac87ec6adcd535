import { createInterface } from "node:readline/promises";
import * as v from "valibot";
import { InputError } from "./inputs.ts";

const Options = v.object({
  json: v.optional(v.boolean(), false),
  yes: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean(), false),
});

/** A command prints its result on standard output and announces its changes on standard error. */
export type Terminal = {
  json: boolean;
  /** Prints the result: the value with --json, else the text. */
  show: (result: unknown, text: string) => void;
  /** Announces additions; false where they must not be made (--dry-run). */
  announce: (additions: string[]) => boolean;
  /** Announces changes and, at a terminal without --yes, asks; false where they must not be made (--dry-run). */
  confirm: (changes: string[]) => Promise<boolean>;
};

export function terminalFor(globalOptions: unknown): Terminal {
  const { json, yes, dryRun } = v.parse(Options, globalOptions);
  const show: Terminal["show"] = (result, text) => console.log(json ? JSON.stringify(result, null, 2) : text);
  const announce: Terminal["announce"] = (changes) => {
    console.error(changes.map((change) => `${dryRun ? "Would" : "Will"} ${change}`).join("\n"));
    if (dryRun) show({ dry_run: true, changes }, "Nothing was changed.");
    return !dryRun;
  };
  return {
    json,
    show,
    announce,
    confirm: async (changes) => {
      if (!announce(changes)) return false;
      if (!yes && process.stdin.isTTY && !(await agrees())) throw new InputError("Nothing was changed.");
      return true;
    },
  };
}

async function agrees(): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question("Continue? (y/N) ");
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
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

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "-";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
