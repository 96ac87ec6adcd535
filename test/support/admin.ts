import { execFile } from "node:child_process";
import { join } from "node:path";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { vi } from "vitest";
import { runAdmin } from "../../bin/admin/run.ts";
import { sha256Hex } from "../../lambdas/domain/ids.ts";
import { table, tableName } from "../../lambdas/storage/table.ts";

export type Run = { code: number; out: string; said: string };

/** Runs a command within this process; `out` is its standard output, `said` its standard error. */
export async function admin(...args: string[]): Promise<Run> {
  const out: string[] = [];
  const said: string[] = [];
  const writes = (texts: string[]) => (text: unknown) => texts.push(String(text)) > 0;
  const prints = (texts: string[]) => (text: unknown) => void texts.push(`${text}\n`);
  const spies = [
    vi.spyOn(console, "log").mockImplementation(prints(out)),
    vi.spyOn(console, "error").mockImplementation(prints(said)),
    vi.spyOn(process.stdout, "write").mockImplementation(writes(out)),
    vi.spyOn(process.stderr, "write").mockImplementation(writes(said)),
  ];
  try {
    const code = await runAdmin(args);
    return { code, out: out.join("").trimEnd(), said: said.join("").trimEnd() };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Runs a command as a script does, with --json and --yes, and returns what it prints; throws if it fails. */
export async function result(...args: string[]) {
  const { code, out, said } = await admin(...args, "--json", "--yes");
  if (code !== 0) throw new Error(said);
  return JSON.parse(out);
}

const program = join(import.meta.dirname, "../../bin/admin.ts");

/** Runs the program itself, as a script would: without a terminal. A variable that is undefined is not set. */
export const adminProcess = (
  args: string[],
  environment: Record<string, string | undefined> = {},
  cwd = process.cwd(),
): Promise<Run> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...environment }, cwd, maxBuffer: 2 ** 30 };
    const child = execFile(process.execPath, [program, ...args], options, (error, out, said) =>
      resolve({ code: error ? Number(error.code) : 0, out, said }),
    );
    child.stdin?.end();
  });

/** A digest of everything in the table, to see that nothing changed; when keys were last used is left out. */
export async function tableDigest(): Promise<string> {
  const { Items = [] } = await table.send(new ScanCommand({ TableName: tableName(), ConsistentRead: true }));
  const items = Items.filter(({ sk }) => sk !== "LAST_USE").map((item) =>
    JSON.stringify(item, (_name, value) => (value instanceof Set ? [...value].toSorted() : inOrder(value))),
  );
  return sha256Hex(items.toSorted().join("\n"));
}

const inOrder = (value: unknown) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted())
    : value;
