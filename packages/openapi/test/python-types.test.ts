import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { asyncModules } from "../src/python-async.ts";
import { pythonChoices } from "../src/python-choices.ts";
import { pythonTypes } from "../src/python-types.ts";
import { clientPackage, expectToCallEveryPath } from "./client-package.ts";

const client = clientPackage("python", "image_staging/*.py");
const { folder, read, sources } = client;

/** The modules that a file names, by the first part of their names; its own package's begin with a dot. */
const importsOf = (file: string) =>
  Array.from(read(file).matchAll(/^\s*(?:from|import) (\.?)(\w*)/gm), ([, dot = "", name = ""]) =>
    dot === "" ? name : "image_staging",
  );

/** What Python brings, as far as the client needs it. */
const standard = new Set(
  `asyncio base64 binascii calendar collections concurrent dataclasses hashlib hmac itertools json os pathlib random re sys threading
   time types typing urllib uuid`.split(/\s+/),
);

test("the Python client's types are the document's: npm run openapi", () => {
  expect(read("image_staging/types.py")).toBe(pythonTypes());
  expect(read("image_staging/_choices.py")).toBe(pythonChoices());
});

test.each(asyncModules())(
  "the module %s for asyncio is that for threads: npm run openapi",
  (file, python) => {
    expect(read(`image_staging/${file}`)).toBe(python);
  },
);

test("the Python client imports nothing but httpx and Python's own, and its package says so", () => {
  const foreign = new Set(sources.flatMap(importsOf).filter((name) => !standard.has(name)));
  expect([...foreign].toSorted()).toEqual(["httpx", "image_staging", "typing_extensions"]);
  const [, dependencies = ""] = /^dependencies = \[(.*)\]$/m.exec(read("pyproject.toml")) ?? [];
  expect(Array.from(dependencies.matchAll(/"([\w-]+)/g), ([, name]) => name)).toEqual([
    "httpx",
    "typing-extensions",
  ]);
});

test("the Python client calls every path of the API", () => {
  expectToCallEveryPath(client);
});

test("the Python examples import nothing of the project but the client", () => {
  const examples = globSync("../conformance/examples/*/*.py", { cwd: folder });
  expect(examples.length).toBeGreaterThan(0);
  const own = ["local", "lambdas", "models", "test", "staging", "tests"];
  expect(examples.flatMap(importsOf).filter((name) => own.includes(name))).toEqual([]);
});
