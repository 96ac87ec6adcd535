/**
 * `npm run goldens -w packages/bench [-- NAME …]`: draws the golden pictures, or those whose names contain a NAME,
 * and compares their bytes with hashes.json. It exits with 1 if any differs, is missing or is surplus.
 *
 * - `--near` accepts other bytes if the picture looks as before, by its perceptual hash.
 * - `--add` keeps the hashes of pictures that have none; `--renew` keeps new hashes of all that it draws.
 * - `--pictures FOLDER` writes the pictures; `--beside OLD`, each to the right of the one that an earlier run wrote there.
 * - `--threads N` draws on so many threads instead of one.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { hashesOf } from "./hash.ts";
import { goldens } from "./pictures.ts";
import { save } from "./save.ts";
import { fileOf, type Kept, textOf, unmatched, type Verdict, verdictOf } from "./verdicts.ts";

const file = new URL("hashes.json", import.meta.url);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    near: { type: "boolean", default: false },
    add: { type: "boolean", default: false },
    renew: { type: "boolean", default: false },
    pictures: { type: "string" },
    beside: { type: "string" },
    threads: { type: "string", default: "1" },
  },
});
if (values.beside && !values.pictures) throw new Error("--beside needs --pictures FOLDER.");

const kept: Kept = JSON.parse(readFileSync(file, "utf8"));
const all = goldens(Number(values.threads));
const isWanted = (name: string) =>
  positionals.length === 0 || positionals.some((part) => name.toLowerCase().includes(part.toLowerCase()));
const { missing, surplus } = unmatched(
  all.map(({ name }) => name),
  kept,
);
const isAdding = values.add && !values.renew;
const wanted = all.filter(({ name }) => isWanted(name) && (!isAdding || missing.includes(name)));

const started = performance.now();
const renewed = new Map(Object.entries(kept));
const verdicts: Verdict[] = [];
for (const { name, make } of wanted) {
  const made = await make();
  const hashes = hashesOf(made);
  if (values.pictures) await save(name, made, values.pictures, values.beside);
  renewed.set(name, textOf(hashes));
  const golden = kept[name];
  if (golden === undefined) continue;
  const verdict = verdictOf(name, hashes, golden);
  verdicts.push(verdict);
  if (verdict.differs !== "nothing")
    console.log(`${name.padEnd(44)} ${verdict.differs}, ${verdict.bits} bits`);
}

const differing = verdicts.filter(
  ({ differs }) => differs === "look" || (!values.near && differs !== "nothing"),
);
const unkept = missing.filter(isWanted);
const left = surplus.filter(isWanted);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
if (values.add || values.renew) {
  if (values.renew) for (const name of left) renewed.delete(name);
  writeFileSync(file, fileOf(Object.fromEntries(renewed)));
  console.log(`${wanted.length} pictures drawn and kept in ${seconds} s.`);
} else {
  for (const name of unkept) console.log(`${name.padEnd(44)} has no hash: --add keeps one`);
  for (const name of left)
    console.log(`${name.padEnd(44)} has a hash but is drawn no more: --renew drops it`);
  console.log(
    `${wanted.length} pictures in ${seconds} s, ${differing.length} differ${values.near ? " in their look" : ""}.`,
  );
  if (differing.length + unkept.length + left.length > 0) process.exitCode = 1;
}
