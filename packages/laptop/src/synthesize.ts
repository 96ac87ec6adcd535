import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkDefinitions } from "@image-staging/local-cloud/states/machines";
import { readStack } from "@image-staging/local-cloud/template/stack";
import { silent } from "@image-staging/local-cloud/terminal";
import * as v from "valibot";
import { projectRoot, runProgram } from "./project.ts";

/** The files that the template and the function bundles are made from. */
const inputs = [
  "bin/app.ts",
  "lib/**/*",
  "lambdas/**/*",
  "packages/{inference-contract,picture,tracer,furniture,models/*}/src/**/*",
  "state-machines/*",
  "cdk.json",
  "package-lock.json",
];
const outputs = join(projectRoot, "cdk.out");
const day = 24 * 60 * 60 * 1000;

/** The dev stage with the local inference endpoint, and with the metadata that locates each bundle. */
const localContext = {
  stage: "dev",
  inferenceEndpointName: "local",
  carrySharp: "false",
  "aws:cdk:enable-asset-metadata": true,
};

const CdkJson = v.object({ context: v.optional(v.record(v.string(), v.unknown()), {}) });

/**
 * Synthesizes the CDK app as a deployment does, with an inference endpoint that is said to exist, and returns the
 * directory of the cloud assembly. It is inside the project, so that the bundles find sharp. If there is an assembly of the
 * same inputs, returns that one. Throws if a state machine is not valid ASL.
 */
export async function synthesize(terminal = silent): Promise<string> {
  const files = globSync(inputs, { cwd: projectRoot }).map((file) => join(projectRoot, file));
  const hash = createHash("sha256");
  for (const file of files.filter((file) => statSync(file).isFile()).sort())
    hash.update(file.slice(projectRoot.length)).update("\0").update(readFileSync(file)).update("\0");
  const directory = join(outputs, `local-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(directory)) return directory;

  const draft = join(outputs, `draft-${process.pid}-${Date.now()}`);
  mkdirSync(draft, { recursive: true });
  const { context } = v.parse(CdkJson, JSON.parse(readFileSync(join(projectRoot, "cdk.json"), "utf8")));
  const environment = {
    CDK_OUTDIR: draft,
    // Half of the time. What it finds are warnings, which `npm run synth` and a deployment print.
    CDK_VALIDATION: "false",
    CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...localContext }),
  };
  try {
    const title = "Making the template and a bundle of every function, 5 to 30 s after a change to the code";
    await terminal.during(title, (detail) => runProgram("bin/app.ts", [], environment, countBundles(detail)));
    checkDefinitions(readStack(draft));
    renameSync(draft, directory);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another service may have made the same assembly in the meantime.
    if (!existsSync(directory)) throw error;
  }
  removeOld(directory);
  return directory;
}

/** The CDK names each function as it begins to bundle it. */
function countBundles(detail: (text: string) => void) {
  let bundled = 0;
  return (text: string) => {
    for (const [, name] of text.matchAll(/^Bundling asset \S+\/(\w+)\/Code\/Stage/gm)) {
      bundled += 1;
      detail(`function ${bundled}: ${name}`);
    }
  };
}

/** Removes assemblies that are more than a day old. Younger ones can still be in use. */
function removeOld(current: string) {
  for (const name of globSync(["local-*", "draft-*"], { cwd: outputs })) {
    const directory = join(outputs, name);
    try {
      if (directory !== current && Date.now() - statSync(directory).mtimeMs > day)
        rmSync(directory, { recursive: true, force: true });
    } catch {
      // Another user's, or one that another start removes.
    }
  }
}
