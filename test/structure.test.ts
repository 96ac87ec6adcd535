import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { operations } from "../lambdas/api/contract/operations.ts";
import { type Import, importCircles, importsOf, packagesLoadedBy, sources } from "./support/imports.ts";

const root = join(import.meta.dirname, "..");
/**
 * What a folder may import: project folders and single files by prefix, packages by name, and `types` by prefix with
 * `import type`. A single file is a seam that both sides need.
 */
type Rule = { project: string[]; packages: RegExp; types?: string };

const rulesOfApproval = [
  "drift",
  "emptied",
  "grade",
  "homography",
  "judge",
  "mask",
  "policy",
  "verdicts",
].map((rule) => `lambdas/approval/${rule}.ts`);

const table: Record<string, Rule> = {
  // Models are asked in the words of the inference contract.
  "lambdas/domain": {
    project: ["lambdas/domain/", "packages/inference-contract/src/"],
    packages: /^(valibot|canonicalize|node:crypto)$/,
  },
  "lambdas/storage": {
    project: ["lambdas/storage/", "lambdas/domain/", "lambdas/runtime/env.ts"],
    packages:
      /^(@aws-sdk\/(client-dynamodb|lib-dynamodb|client-s3)$|@smithy\/signature-v4$|hash-wasm$|valibot$|node:)/,
  },
  "lambdas/orchestration": {
    project: ["lambdas/orchestration/", "lambdas/storage/", "lambdas/domain/", "lambdas/runtime/env.ts"],
    packages: /^@aws-sdk\/client-(sfn|sagemaker-runtime|eventbridge)$/,
  },
  "lambdas/runtime": {
    // Models open pictures, too.
    project: ["lambdas/runtime/", "lambdas/domain/", "packages/picture/src/deep-png.ts"],
    packages:
      /^(@middy\/core$|@aws-lambda-powertools\/|@aws-sdk\/client-(kms|secrets-manager)$|@contentauth\/c2pa-wasm$|valibot$|ulid$|qr$|sharp$|undici$|node:)/,
  },
  // The rules of approval are as pure as the domain.
  "lambdas/approval": { project: [...rulesOfApproval, "lambdas/domain/"], packages: /^$/ },
  "lambdas/approval/settings.ts": {
    project: ["lambdas/approval/policy.ts", "lambdas/runtime/env.ts"],
    packages: /^valibot$/,
  },
  "lambdas/approval/candidate.ts": {
    project: ["lambdas/approval/", "lambdas/domain/", "lambdas/runtime/"],
    packages: /^$/,
  },
  "lambdas/approval/compose.ts": {
    project: ["lambdas/approval/", "lambdas/domain/", "lambdas/runtime/picture/"],
    packages: /^sharp$/,
  },
  "lambdas/approval/measure": {
    project: [
      "lambdas/approval/measure/",
      ...rulesOfApproval,
      "lambdas/domain/",
      "lambdas/runtime/picture/decoder.ts",
      // The primitives of pictures are all that functions share with models.
      "packages/picture/src/",
    ],
    packages: /^$/,
  },
  "lambdas/statements": {
    project: ["lambdas/statements/", "lambdas/domain/billing/", "lambdas/domain/plain-text.ts"],
    packages: /^(pdfkit$|bidi-js|woff2-encoder|valibot$|node:)/,
  },
  "lambdas/api": {
    project: [
      "lambdas/api/",
      "lambdas/statements/",
      "lambdas/domain/",
      "lambdas/storage/",
      "lambdas/orchestration/",
      "lambdas/runtime/",
    ],
    packages: /^(@middy\/|negotiator$|valibot$|ulid$|node:)/,
  },
  "lambdas/pipeline": {
    project: [
      "lambdas/pipeline/",
      "lambdas/domain/",
      "lambdas/storage/",
      "lambdas/orchestration/",
      "lambdas/approval/",
      "lambdas/runtime/",
    ],
    packages: /^(@middy\/core$|valibot$|ulid$|node:)/,
  },
  "lambdas/deployment": { project: ["lambdas/deployment/", "lambdas/storage/"], packages: /^valibot$/ },
  lib: {
    // The routes and the bus's rule are made from what the functions use.
    project: [
      "lib/",
      "lambdas/api/contract/operations.ts",
      "lambdas/api/contract/statements/get.ts",
      "lambdas/api/disclosure-page/route.ts",
      "lambdas/api/verify/route.ts",
      "lambdas/api/public-pages.ts",
      "lambdas/domain/webhook/events.ts",
      "lambdas/statements/fonts.ts",
      // They refuse an issuer that its invoices cannot show.
      "lambdas/statements/coverage.ts",
      // A stage's settings say how strict approval is.
      "lambdas/approval/policy.ts",
      // They say what its model declines, too, and the rendered model says it itself.
      "lambdas/domain/generation/declines.ts",
      "lambdas/domain/generation/masks.ts",
      "packages/inference-contract/src/masks.ts",
      "packages/models/rendered/src/declines.ts",
      // Its Regions are a setting, and its model is what the function may ask.
      "packages/models/eraser/src/hosted.ts",
      // The approved cache is by the model's version.
      "packages/models/enhance/src/version.ts",
      "packages/models/eraser/src/version.ts",
      "packages/models/plans/src/version.ts",
      "packages/models/rendered/src/version.ts",
      "packages/models/simulated/src/version.ts",
      // They say who makes out its invoices, too.
      "lambdas/domain/billing/issuer.ts",
    ],
    packages: /^(aws-cdk-lib|constructs$|cdk-nag$|esbuild$|valibot$|node:)/,
    types: "lambdas/",
  },
  bin: {
    project: [
      "lib/settings/stage.ts",
      "lib/staging-stack.ts",
      "bin/admin/run.ts",
      "bin/smoke/run.ts",
      "bin/label-masks/",
    ],
    packages: /^(aws-cdk-lib$|node:)/,
  },
  "bin/label-masks": { project: ["bin/label-masks/"], packages: /^(sharp$|node:)/ },
  "bin/admin": {
    // The variables that name a stack's resources are the stack's, and so is what a stage's settings must look like.
    project: [
      "bin/admin/",
      "lambdas/domain/",
      "lambdas/storage/",
      "lambdas/orchestration/closing.ts",
      "lambdas/orchestration/executions.ts",
      "lambdas/runtime/env.ts",
      "lambdas/runtime/random.ts",
      "lambdas/statements/",
      "lib/outputs.ts",
      "lib/settings/stage.ts",
      // Doctor asks whether the account may use it.
      "packages/models/eraser/src/hosted.ts",
    ],
    packages: /^(commander$|@aws-sdk\/client-cloudformation$|@smithy\/signature-v4$|valibot$|node:)/,
  },
  "bin/smoke": {
    // It finds a service as the operator's CLI does, and calls it as a partner does.
    project: [
      "bin/smoke/",
      "bin/admin/service/service.ts",
      "bin/admin/service/stack.ts",
      "bin/admin/inputs.ts",
      "packages/clients/typescript/src/index.ts",
      "lambdas/domain/",
      "lambdas/storage/",
      "lambdas/runtime/random.ts",
    ],
    packages: /^(commander$|sharp$|valibot$|node:)/,
  },
  test: { project: [""], packages: /./ },
  "test/support": {
    project: ["test/support/", "bin/admin/run.ts", "lambdas/", "lib/", "packages/"],
    packages: /./,
  },
};

/** What is in a package, its manifest says: packages.test.ts. */
const ours = sources.filter((file) => !file.startsWith("packages/"));

/** The row that holds for a file: its own in the table, or its deepest folder's. */
const folderOf = (file: string): string | undefined =>
  Object.keys(table)
    .filter((folder) => file === folder || file.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0];

const typesOfAnyone = /^aws-lambda$/;

const isAllowed = ({ project, packages, types }: Rule, { target, inProject, typeOnly }: Import): boolean => {
  if (!inProject) return packages.test(target) || (typeOnly && typesOfAnyone.test(target));
  const prefixes = typeOnly && types !== undefined ? [...project, types] : project;
  return prefixes.some((prefix) => target.startsWith(prefix));
};

describe("the import table", () => {
  test.each(Object.entries(table))("%s imports only what it may", (folder, rule) => {
    const files = ours.filter((file) => folderOf(file) === folder);
    expect(files.length).toBeGreaterThan(0);
    const forbidden = files.flatMap(importsOf).filter((statement) => !isAllowed(rule, statement));
    expect(forbidden).toEqual([]);
  });

  test("every source file is in a folder of the table", () => {
    expect(ours.filter((file) => folderOf(file) === undefined)).toEqual([]);
  });

  test("what is only published is in no bundle: handlers import its types", () => {
    const published = "lambdas/api/contract/published/";
    const loaded = sources
      .filter((file) => file.startsWith("lambdas/") && !file.startsWith(published))
      .flatMap(importsOf)
      .filter(({ target, typeOnly }) => target.startsWith(published) && !typeOnly);
    expect(loaded).toEqual([]);
  });

  test("what the stack loads of the functions' code carries no SDK and no middleware", () => {
    const seams = table.lib?.project.filter((prefix) => prefix.startsWith("lambdas/")) ?? [];
    expect(packagesLoadedBy(seams).filter((name) => !/^(valibot$|node:)/.test(name))).toEqual([]);
  });
});

test("no files import each other in a circle, not even for types", () => {
  expect(importCircles(sources)).toEqual([]);
});

test("every route is one file with one handler", () => {
  const routes = globSync("lambdas/api/routes/*/*.ts", { cwd: root });
  expect(routes.length).toBe(operations.length);
  for (const file of routes)
    expect(readFileSync(join(root, file), "utf8"), file).toMatch(/^export const handler = route\(/m);
});

/** The file or folder that a test is named for: `lambdas/domain/cursor` of `test/lambdas/domain/cursor.test.ts`. */
function subjectOf(file: string): string {
  const [, owner = "", rest = ""] = /^(.*?)test\/(.*)$/.exec(file) ?? [];
  const [name = ""] = basename(rest).split(".");
  return join(owner === "" ? "" : `${owner}src`, dirname(rest), name);
}

test("a test stands at the address of what it tests", () => {
  const tests = globSync(
    ["test/{bin,docs,lambdas,lib,state-machines}/**/*.test.ts", "packages/**/test/**/*.test.ts"],
    {
      cwd: root,
      exclude: ["**/node_modules/**"],
    },
  );
  expect(tests.length).toBeGreaterThan(100);
  const endings = ["", ".ts", ".mjs", ".md", ".asl.json"];
  const isThere = (subject: string) => endings.some((ending) => existsSync(join(root, subject + ending)));
  expect(tests.filter((file) => !isThere(subjectOf(file)))).toEqual([]);
});

test("besides, there are only tests of the service as a whole, histories with faults, and what tests share", () => {
  const folders = readdirSync(join(root, "test"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const mirrored = ["bin", "docs", "lambdas", "lib", "state-machines"];
  expect(folders.map(({ name }) => name).sort()).toEqual(
    [...mirrored, "faults", "service", "support"].sort(),
  );
});
