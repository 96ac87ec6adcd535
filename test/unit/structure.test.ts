import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Which folder may import what: project folders by prefix, packages by name. */
const table: Record<string, { folders: string[]; packages: RegExp }> = {
  "lambdas/domain": { folders: ["lambdas/domain"], packages: /^(valibot|canonicalize|ulid|node:crypto)$/ },
  "lambdas/storage": {
    folders: ["lambdas/storage", "lambdas/domain"],
    packages: /^(@aws-sdk\/|@smithy\/signature-v4$|valibot$|node:)/,
  },
  "lambdas/runtime": {
    folders: ["lambdas/runtime", "lambdas/domain"],
    packages: /^(@middy\/core$|@aws-lambda-powertools\/|valibot$|sharp$|undici$|node:)/,
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
  lib: { folders: ["lib"], packages: /^(aws-cdk-lib|constructs$|cdk-nag$|valibot$|node:)/ },
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
  local: ["models/simulated/server.ts", "models/simulated/drawing/lettering.ts"],
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

describe("the import table", () => {
  for (const [folder, rule] of Object.entries(table)) {
    test(`${folder} imports only what it may`, () => {
      const files = globSync(`${folder}/**/*.ts`, { cwd: root });
      expect(files.length).toBeGreaterThan(0);
      const forbidden = files.flatMap(importsOf).filter((statement) => {
        if (statement.inProject)
          return ![...rule.folders.map((allowed) => `${allowed}/`), ...(seams[folder] ?? [])].some(
            (allowed) => statement.target.startsWith(allowed),
          );
        return (
          !rule.packages.test(statement.target) &&
          !(statement.typeOnly && typesOfAnyone.test(statement.target))
        );
      });
      expect(forbidden).toEqual([]);
    });
  }

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
    expect(routes.length).toBe(7);
    for (const file of routes)
      expect(readFileSync(join(root, file), "utf8"), file).toMatch(/^export const handler = route\(/m);
  });
});
