import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import * as v from "valibot";

/** The folder with the node_modules that hold what this package needs: the repository's, or this package's if it is alone. */
export const installedIn = createRequire(import.meta.url)
  .resolve("valibot")
  .split(`${sep}node_modules${sep}valibot${sep}`)[0] as string;

const Manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ optionalDependencies: v.record(v.string(), v.string()) }),
);

/** The exact versions of this package's optional dependencies, by name. */
export const { optionalDependencies } = v.parse(
  Manifest,
  readFileSync(join(dirname(import.meta.dirname), "package.json"), "utf8"),
);
