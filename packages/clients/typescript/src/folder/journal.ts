import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What became of one request: `declined` is for good, `failed` may be tried again. `output` is the file's name. */
export type Entry = {
  job_id: string;
  attempt: number;
  state: "sent" | "saving" | "staged" | "declined" | "failed";
  words?: string;
  output?: string;
  created_at?: string;
};

const name = ".image-staging.json";

/** Whether a folder holds the outputs of a run. */
export const isOutOfARun = (folder: string): boolean => existsSync(join(folder, name));

/**
 * What earlier runs have sent, by the key of the request, kept beside the outputs: a run that was killed goes on, and nothing is
 * paid for twice. Each change is on the disk before the next step.
 */
export function openJournal(folder: string) {
  const file = join(folder, name);
  const entries = new Map<string, Entry>(Object.entries(read(file)));
  return {
    get: (key: string): Entry | undefined => entries.get(key),
    /** The outputs that it knows, by name. */
    outputs: (): Set<string> => new Set([...entries.values()].flatMap(({ output }) => output ?? [])),
    set: (key: string, entry: Entry): void => {
      entries.set(key, entry);
      writeFileSync(`${file}.new`, `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`);
      renameSync(`${file}.new`, file);
    },
  };
}
export type Journal = ReturnType<typeof openJournal>;

function read(file: string): Record<string, Entry> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return {};
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError(
      `${file} is damaged. Move it away to begin again: what was sent within a day is not paid twice.`,
    );
  }
}
