import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../clients/python/image_staging");

/** The modules of the Python client that are for threads. */
const modules = ["client", "generations", "listings", "source_assets"];

/** How a module for threads is written for asyncio: one step after the other. A task is cancelled, so nothing takes `stop`. */
const steps: [RegExp, string][] = [
  [/^"""(.*)\."""$/m, '# Made from $FILE: npm run openapi. A test compares.\n"""$1, for asyncio."""'],
  [/^import threading\n/m, ""],
  [/^ +stop: threading\.Event.*\n/gm, ""],
  [
    /(?<=^ {8})def create\(request: BatchRequest, stop: threading\.Event\)/m,
    "async def create(request: BatchRequest)",
  ],
  [/return (self\.create_and_wait\(.*), stop=stop\)/m, "return await $1)"],
  [/, stop\)/g, ")"],
  [/\bin_threads\b/g, "in_tasks"],
  [
    /Set `stop` in another thread to end the waiting with a WaitStoppedError\./g,
    "Cancel the task to end the waiting.",
  ],
  [/Threads may share it\./g, "For asyncio."],
  [
    /(?<=class |import |: |= |`)(Generations|Listings|SourceAssets|Uploads|Usage|Billing|Staging|Runner)\b/g,
    "Async$1",
  ],
  [/from \._(generations|listings|source_assets) /g, "from ._async_$1 "],
  [/\bIterator\b/g, "AsyncIterator"],
  [/httpx\.Client\b/g, "httpx.AsyncClient"],
  [/^ {4}def (?!__init__|with_options)/gm, "    async def "],
  [/__(enter|exit)__/g, "__a$1__"],
  [/def close\(self\)/g, "def aclose(self)"],
  [/(self\.(?:_client\.)?)close\(/g, "await $1aclose("],
  [/return self\._run\((.*)\)\.body$/gm, "return (await self._run($1)).body"],
  [/(?<!await )self\._run\(/g, "await self._run("],
  [/= self\.(\w*page)\(/g, "= await self.$1("],
  [/^( +)yield from (in_tasks.*)$/gm, "$1async for item in $2:\n$1    yield item"],
  [/^( +)yield from (.*)$/gm, "$1for item in $2:\n$1    yield item"],
];

const forAsyncio = (module: string): string =>
  steps.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement.replace("$FILE", `_${module}.py`)),
    readFileSync(join(folder, `_${module}.py`), "utf8"),
  );

/** The modules for asyncio that are made from them, by file. */
export const asyncModules = (): [file: string, python: string][] =>
  modules.map((module) => [`_async_${module}.py`, forAsyncio(module)]);
