import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { operations } from "../../lambdas/api/contract/operations.ts";

const root = join(import.meta.dirname, "../..");

/** Which folder may import what: project folders by prefix, packages by name. */
const table: Record<string, { folders: string[]; packages: RegExp; types?: string }> = {
  "lambdas/domain": { folders: ["lambdas/domain"], packages: /^(valibot|canonicalize|node:crypto)$/ },
  "lambdas/storage": {
    folders: ["lambdas/storage", "lambdas/domain"],
    packages: /^(@aws-sdk\/|@smithy\/signature-v4$|valibot$|node:)/,
  },
  "lambdas/runtime": {
    folders: ["lambdas/runtime", "lambdas/domain"],
    packages: /^(@middy\/core$|@aws-lambda-powertools\/|valibot$|ulid$|sharp$|undici$|node:)/,
  },
  "lambdas/api": {
    folders: ["lambdas/api", "lambdas/domain", "lambdas/storage", "lambdas/runtime"],
    packages: /^(@middy\/|@fastify\/busboy$|valibot$|ulid$|node:)/,
  },
  "lambdas/pipeline": {
    folders: ["lambdas/pipeline", "lambdas/domain", "lambdas/storage", "lambdas/runtime"],
    packages: /^(@middy\/core$|valibot$|ulid$|node:)/,
  },
  "lambdas/deployment": { folders: ["lambdas/deployment", "lambdas/storage"], packages: /^valibot$/ },
  lib: {
    folders: ["lib"],
    packages: /^(aws-cdk-lib|constructs$|cdk-nag$|valibot$|node:)/,
    types: "lambdas/",
  },
  local: { folders: ["local", "clients/typescript", "models/contract"], packages: /^(?!@middy)/ },
  "models/simulated": { folders: ["models/simulated"], packages: /^(sharp$|node:)/ },
  "models/contract": {
    folders: ["models/contract"],
    packages: /^(sharp$|valibot$|@valibot\/to-json-schema$|commander$|node:)/,
  },
  "clients/typescript": { folders: ["clients/typescript"], packages: /^(valibot$|node:)/ },
  "clients/examples": { folders: ["clients/examples"], packages: /^(standardwebhooks$|node:)/ },
};

/** Single files that a folder may import besides: each is a seam that both sides need. */
const seams: Record<string, string[]> = {
  "lambdas/storage": ["lambdas/runtime/env.ts"],
  // The routes and the bus's rule are made from what the functions run by.
  lib: ["lambdas/api/contract/operations.ts", "lambdas/domain/webhook/events.ts"],
  // The stack's outputs and the variables that name its resources.
  local: ["lib/outputs.ts", "models/simulated/server.ts", "models/simulated/drawing/lettering.ts"],
};

type Import = { file: string; target: string; inProject: boolean; typeOnly: boolean };

const importsOf = (file: string): Import[] => {
  const statements = readFileSync(join(root, file), "utf8").matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return Array.from(statements, ([, type, named, dynamic]) => {
    const specifier = named ?? dynamic ?? "";
    const inProject = specifier.startsWith(".");
    const target = inProject ? join(dirname(file), specifier) : specifier;
    return { file, target, inProject, typeOnly: type !== undefined };
  });
};

const typesOfAnyone = /^aws-lambda$/;

/** Every package that importing these files loads. */
function packagesOf(files: string[]): string[] {
  const loaded = new Set<string>();
  const packages = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { target, inProject, typeOnly } of importsOf(file)) {
      if (typeOnly) continue;
      if (inProject) load(target);
      else packages.add(target);
    }
  };
  for (const file of files) load(file);
  return [...packages];
}

/** Every circle of imports within a folder, as the path that leads back to its first file; types count too. */
function circlesIn(folder: string): string[] {
  const circles: string[] = [];
  const left = new Set<string>();
  const follow = (file: string, path: string[]) => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      return;
    }
    if (!left.has(file))
      for (const { target, inProject } of importsOf(file))
        if (inProject && target.startsWith(`${folder}/`)) follow(target, [...path, file]);
    left.add(file);
  };
  for (const file of globSync(`${folder}/**/*.ts`, { cwd: root })) follow(file, []);
  return circles;
}

describe("the import table", () => {
  for (const [folder, rule] of Object.entries(table)) {
    test(`${folder} imports only what it may`, () => {
      const files = globSync(`${folder}/**/*.ts`, { cwd: root });
      expect(files.length).toBeGreaterThan(0);
      const forbidden = files.flatMap(importsOf).filter((statement) => {
        const allowed = [...rule.folders.map((name) => `${name}/`), ...(seams[folder] ?? [])];
        if (statement.typeOnly && rule.types) allowed.push(rule.types);
        if (statement.inProject) return !allowed.some((start) => statement.target.startsWith(start));
        return (
          !rule.packages.test(statement.target) &&
          !(statement.typeOnly && typesOfAnyone.test(statement.target))
        );
      });
      expect(forbidden).toEqual([]);
    });
  }

  test("what the stack loads of the functions' code carries no SDK and no middleware", () => {
    const packages = packagesOf(seams.lib?.filter((file) => file.startsWith("lambdas/")) ?? []);
    expect(packages.filter((name) => !/^(valibot$|node:)/.test(name))).toEqual([]);
  });

  test("every folder of the tree holds something", () => {
    for (const folder of [
      ...Object.keys(table),
      "bin",
      "openapi",
      "pages",
      "state-machines",
      "bench",
      "docs",
    ])
      expect(globSync(`${folder}/**/*.*`, { cwd: root }).length, folder).toBeGreaterThan(0);
  });

  test("every route and every task is one file of the handlers' folders", () => {
    const routes = globSync("lambdas/api/routes/*/*.ts", { cwd: root });
    expect(routes.length).toBe(operations.length);
    for (const file of routes)
      expect(readFileSync(join(root, file), "utf8"), file).toMatch(/^export const handler = route\(/m);
  });
});

test.each(["lambdas", "lib", "models", "clients", "openapi", "bench"])(
  "no files of %s import each other in a circle",
  (folder) => {
    expect(circlesIn(folder)).toEqual([]);
  },
);
