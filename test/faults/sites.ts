import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Functions that only pass a call on: the site of a call is the line that uses one of them. */
const passing = new Map([
  ["readItem", "Get"],
  ["listUnder", "Query"],
  ["transact", "TransactWrite"],
  ["readItems", "BatchGet"],
  ["putItems", "BatchWrite"],
  ["startExecution", "StartExecution"],
]);
const passers = new Set([
  ...passing.keys(),
  "readBatch",
  "retryOnContention",
  "unlessRefused",
  "unlessTaskEnded",
]);
/** Words of the code that make a call, by the command. */
const commandOf = (word: string): string | undefined =>
  /^(\w+)Command$/.exec(word)?.[1] ??
  /^paginate(Query|Scan|ListObjectsV2)$/.exec(word)?.[1] ??
  (word === "fetch" ? "PutByUrl" : passing.get(word));

type Definition = { file: string; name: string; first: number; last: number; text: string };

/** The functions and constants at the top level of a file. */
function definitionsOf(file: string): Definition[] {
  const lines = readFileSync(join(root, "lambdas", file), "utf8").split("\n");
  const starts = lines.flatMap((line, index) => {
    const name = /^(?:export )?(?:async )?(?:function\*? |const |class )(\w+)/.exec(line)?.[1];
    return name === undefined ? [] : [{ name, first: index + 1 }];
  });
  return starts.map(({ name, first }, index) => {
    const last = (starts[index + 1]?.first ?? lines.length + 1) - 1;
    const text = lines
      .slice(first - 1, last)
      .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line))
      .join("\n");
    return { file, name, first, last, text };
  });
}

const definitions = globSync("**/*.ts", { cwd: join(root, "lambdas") })
  .sort()
  .flatMap(definitionsOf);

/** The definitions that the functions of the service use, from their handlers on: by name. The rest is operators'. */
function findUsed(): Set<Definition> {
  const used = new Set<Definition>();
  const isHandler = ({ file, name }: Definition) =>
    name === "handler" && !file.startsWith("deployment/") && !file.startsWith("api/disclosure-page/");
  const queue = definitions.filter(isHandler);
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (used.has(next)) continue;
    used.add(next);
    const words = new Set(next.text.match(/\w+/g));
    queue.push(...definitions.filter((one) => words.has(one.name) && one.name !== "handler"));
  }
  return used;
}

const siteOf = ({ file, name }: Pick<Definition, "file" | "name">, command: string) =>
  `${file} ${name} ${command}`;

function listSites(): string[] {
  const sites = new Set<string>();
  for (const definition of findUsed()) {
    if (passers.has(definition.name)) continue;
    for (const [, word = ""] of definition.text.matchAll(/\b(\w+)(?:<[^<>()]*>)?\(/g)) {
      const command = commandOf(word);
      if (command && word !== definition.name) sites.add(siteOf(definition, command));
    }
  }
  return [...sites].sort();
}

/** Every place in the code of the functions that calls AWS, as "file function command". */
export const callSites: readonly string[] = listSites();

const frame = /lambdas\/([\w/.-]+\.ts)(?:\?container=\d)?:(\d+):\d+/;

const definitionsAt = new Map<string, Definition | undefined>();

function definitionAt(file: string, line: number): Definition | undefined {
  const place = `${file}:${line}`;
  if (!definitionsAt.has(place))
    definitionsAt.set(
      place,
      definitions.find((one) => one.file === file && one.first <= line && line <= one.last),
    );
  return definitionsAt.get(place);
}

/** The site from which a command is sent, by the stack. */
export function sendingSite(stack: string, command: string): string {
  for (const line of stack.split("\n")) {
    const [, file, number] = frame.exec(line) ?? [];
    if (file === undefined) continue;
    const found = definitionAt(file, Number(number));
    if (found && !passers.has(found.name)) return siteOf(found, command);
  }
  throw new Error(`${command} is sent from nowhere in lambdas/:\n${stack}`);
}
