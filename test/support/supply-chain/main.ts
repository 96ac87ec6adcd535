import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../../lib/bundling.ts";
import { lockedPackages, pinned } from "../../../lib/locked.ts";
import { bundledPackages } from "./bundled.ts";
import { differences, installedIn, strangeNodes } from "./installed.ts";

/** A package of the bill of materials (CycloneDX 1.6). */
const componentOf = (
  folder: string,
  { version = "", integrity = "" }: { version?: string | undefined; integrity?: string | undefined },
) => {
  const name = folder.replace(/^.*node_modules\//, "");
  const content = Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return { type: "library", "bom-ref": purl, name, version, purl, hashes: [{ alg: "SHA-512", content }] };
};

/**
 * `npm run test:long -- supply-chain`: says what of the installed packages, of Node and of the functions' bundles the lock file
 * does not pin, and writes what Lambda runs into cdk.out/sbom.json. Exits with 1 if anything is not pinned.
 */
const locked = lockedPackages();
const signer = lockedPackages(join(projectRoot, "lib/signer-lock.json"));
/** Of sharp's builds, those for Linux on the two CPUs. */
const runsOnLambda = (folder: string) => !folder.includes("@img/sharp") || /linux-(arm64|x64)$/.test(folder);
const carried = {
  ...Object.fromEntries(Object.entries(pinned("sharp")).filter(([folder]) => runsOnLambda(folder))),
  ...Object.fromEntries(Object.entries(signer).filter(([folder]) => folder.includes("@contentauth/"))),
};
const bundled = await bundledPackages();
const problems = [
  ...differences(installedIn(projectRoot), locked),
  ...strangeNodes(installedIn(join(projectRoot, "node_modules/node"))),
  ...Array.from(bundled).flatMap((folder) =>
    locked[folder]?.integrity === undefined
      ? [`${folder} is in a bundle, and package-lock.json has no hash of it`]
      : [],
  ),
];
const components = Object.entries({
  ...Object.fromEntries(Array.from(bundled, (folder) => [folder, locked[folder] ?? {}])),
  ...carried,
});
mkdirSync(join(projectRoot, "cdk.out"), { recursive: true });
const sbom = {
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  components: components.map(([folder, entry]) => componentOf(folder, entry)),
};
writeFileSync(join(projectRoot, "cdk.out/sbom.json"), `${JSON.stringify(sbom, null, 1)}\n`);
console.log(`${components.length} packages run on Lambda: cdk.out/sbom.json`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
