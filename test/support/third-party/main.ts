/** Prints the version and the licence of every package that package-lock.json has, as Markdown. */
import { readThirdParty } from "./third-party.ts";

console.log("| Package | Version | Licence | |\n|---|---|---|---|");
for (const { name, version, licence, isOnlyForDevelopment, hasLicenceFile } of readThirdParty()) {
  const notes = [
    ...(isOnlyForDevelopment ? ["development"] : []),
    ...(hasLicenceFile === false ? ["no licence file"] : []),
  ];
  console.log(`| ${name} | ${version} | ${licence ?? "not named"} | ${notes.join(", ")} |`);
}
