import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** A package of package-lock.json. `isPlatforms` is one of several, of which npm installs that of the machine. */
export type ThirdParty = {
  name: string;
  version: string;
  licence: string | undefined;
  isOnlyForDevelopment: boolean;
  isPlatforms: boolean;
  /** Undefined if it is not installed here. */
  hasLicenceFile: boolean | undefined;
};

type Locked = {
  version: string;
  license?: string;
  dev?: true;
  link?: true;
  os?: string[];
  cpu?: string[];
};

/** Every package of others in package-lock.json. */
export function readThirdParty(): ThirdParty[] {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .map(([path, { version, license, dev = false, os, cpu }]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      licence: license,
      isOnlyForDevelopment: dev,
      isPlatforms: (os ?? cpu) !== undefined,
      hasLicenceFile: hasLicenceFile(join(root, path)),
    }));
}

const hasLicenceFile = (folder: string): boolean | undefined =>
  existsSync(folder)
    ? readdirSync(folder).some((name) => /^(un)?licen[cs]e|^copying/i.test(name))
    : undefined;
