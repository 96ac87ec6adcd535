import { registerHooks } from "node:module";

const tests = new URL("./", import.meta.url).href;
/** The network and the pictures: what would leave this process, and what takes long and gives the same again. */
const replaced = new Map([
  ["lambdas/runtime/network/post.ts", "outside/post.ts"],
  ["lambdas/runtime/network/open-remote.ts", "outside/open-remote.ts"],
  ["lambdas/runtime/credentials/sign-picture.ts", "outside/signing.ts"],
  ["lambdas/approval/measure/measure-drift.ts", "outside/pictures.ts"],
  ["lambdas/runtime/picture/encode-output.ts", "outside/pictures.ts"],
  ["lambdas/runtime/picture/encode-preview.ts", "outside/pictures.ts"],
  ["lambdas/approval/measure/measure-grade.ts", "outside/pictures.ts"],
  ["lambdas/approval/measure/measure-candidate.ts", "outside/pictures.ts"],
  ["lambdas/runtime/picture/read-picture.ts", "outside/pictures.ts"],
]);

/** Bounds that no history comes near, and what they are here. */
const lowered = new Map([
  [
    "lambdas/storage/billing/statements.ts",
    { bound: "mostEventsOfARequest = 50_000", lower: "mostEventsOfARequest = 2" },
  ],
  [
    "lambdas/pipeline/billing/close-periods.ts",
    { bound: "mostEventsOfARun = 5_000", lower: "mostEventsOfARun = 2" },
  ],
]);

const root = new URL("../../", tests).href;

/** What a warm container keeps between invocations. The rules in domain/ and the contract keep nothing. */
const keptByContainer = /^lambdas\/(?!domain\/|api\/contract\/)/;
const containerOf = (url = ""): string => /\?container=\d$/.exec(url)?.[0] ?? "";

/**
 * Lets the functions import the simulation's network and its pictures, and lowers their bounds. What is imported with
 * `?container=2` loads the functions' modules once more, with caches of their own. Call it before any of them is imported.
 */
export function replaceModules(): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const change = lowered.get(url.slice(root.length).replace(containerOf(url), ""));
      if (change === undefined) return loaded;
      const { bound, lower } = change;
      const source = String(loaded.source);
      if (!source.includes(bound)) throw new Error(`${url} does not say ${bound}.`);
      return { ...loaded, source: source.replace(bound, lower) };
    },
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const path = found.url.slice(root.length);
      const replacement = replaced.get(path);
      const isOwn = context.parentURL?.startsWith(tests) ?? false;
      if (replacement && !isOwn) return { ...found, url: new URL(replacement, tests).href };
      const container = keptByContainer.test(path) ? containerOf(context.parentURL) : "";
      return { ...found, url: found.url + container };
    },
  });
}
