import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyProject, runTests } from "../defects/try-defects.ts";

const root = join(import.meta.dirname, "../../..");
/** The quick ones first: the next are run if these notice nothing. */
const tests = [["state-machines", "state-machines/*"], ["lib/staging-stack.time-limits"]];

type Json = ReturnType<JSON["parse"]>;
type Change = { where: string; make: (definition: Json) => void };

/** Without these a definition is none. */
const needed = new Set(["Comment", "StartAt", "States", "Type", "Resource", "FunctionName", "Next"]);

const at = (path: (string | number)[], definition: Json): Json =>
  path.reduce((part, name) => part[name], definition);

/** Every number doubled and halved, every other part left out, and every next state another, the last, so that it ends. */
function changesOf(definition: Json): Change[] {
  const changes: Change[] = [];
  const add = (
    path: (string | number)[],
    what: string,
    change: (parent: Json, name: string | number) => void,
  ) =>
    changes.push({
      where: `${path.join(" › ")} ${what}`,
      make: (made) => change(at(path.slice(0, -1), made), path.at(-1) ?? ""),
    });
  const states = Object.keys(definition.States);
  const walk = (part: Json, path: (string | number)[]): void => {
    const name = path.at(-1) ?? "";
    const isState = path.length === 2 && path[0] === "States";
    const set = (value: unknown) => (parent: Json, of: string | number) => {
      parent[of] = value;
    };
    if (typeof part === "number") {
      add(path, "is doubled", set(part * 2 || 1));
      if (part > 1) add(path, "is halved", set(Math.floor(part / 2)));
    } else if (name === "Next") {
      const other = states.findLast((state) => state !== part && state !== path[1]);
      if (other !== undefined) add(path, `is “${other}”`, set(other));
    } else if (typeof name === "number") add(path, "is left out", (parent) => void parent.splice(name, 1));
    else if (path.length > 0 && !isState && !needed.has(name) && typeof part !== "boolean")
      add(path, "is left out", (parent) => void delete parent[name]);
    if (part !== null && typeof part === "object" && name !== "Result")
      for (const key of Object.keys(part))
        walk(part[key], [...path, Array.isArray(part) ? Number(key) : key]);
  };
  walk(definition, []);
  return changes;
}

/** Changes the definitions of state machines with these words in their name, one part at a time, and prints which changes no test notices. */
export async function mutateStateMachines(words: string): Promise<void> {
  const copy = copyProject();
  /** What fails in the copy as it is, in the first of the groups in which something does. */
  async function failing(): Promise<string[]> {
    for (const patterns of tests) {
      const files = patterns.flatMap((one) => globSync(`${one}.test.ts`, { cwd: join(root, "test") }));
      const named = files.map((file) => file.replace(/\.test\.ts$/, ""));
      const { failed, broken } = await runTests(copy, named, [], 20_000);
      if (failed.length + broken.length > 0) return [...failed, ...broken];
    }
    return [];
  }
  const without = await failing();
  if (without.length > 0) throw new Error(`Fails without a change: ${without.join("\n")}`);
  const sums = { made: 0, noticed: 0 };
  for (const file of globSync(`state-machines/*${words}*.asl.json`, { cwd: root }).sort()) {
    const source = readFileSync(join(root, file), "utf8");
    const changes = changesOf(JSON.parse(source));
    let noticed = 0;
    for (const { where, make } of changes) {
      const changed = JSON.parse(source);
      make(changed);
      writeFileSync(join(copy, file), JSON.stringify(changed));
      if ((await failing()).length > 0) noticed++;
      else console.log(`SURVIVES ${file}: ${where}`);
    }
    writeFileSync(join(copy, file), source);
    console.log(`${file}: ${noticed} of ${changes.length} changes are noticed.`);
    sums.made += changes.length;
    sums.noticed += noticed;
  }
  console.log(`${sums.noticed} of ${sums.made} changes of state machines are noticed.`);
}
