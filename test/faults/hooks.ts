import { registerHooks } from "node:module";

const tests = new URL("./", import.meta.url).href;
/** The network and the pictures: what would leave this process, and what takes long and gives the same again. */
const replaced = new Map([
  ["lambdas/runtime/network/post.ts", "outside/post.ts"],
  ["lambdas/runtime/network/open-remote.ts", "outside/open-remote.ts"],
  ["lambdas/runtime/picture/encode-output.ts", "outside/pictures.ts"],
  ["lambdas/runtime/picture/measure-candidate.ts", "outside/pictures.ts"],
  ["lambdas/runtime/picture/read-picture.ts", "outside/pictures.ts"],
]);

/** Lets the functions import the simulation's network and its pictures. Call it before any of them is imported. */
export function replaceModules(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const path = found.url.slice(new URL("../../", tests).href.length);
      const replacement = replaced.get(path);
      const isOwn = context.parentURL?.startsWith(tests) ?? false;
      return replacement && !isOwn ? { ...found, url: new URL(replacement, tests).href } : found;
    },
  });
}
