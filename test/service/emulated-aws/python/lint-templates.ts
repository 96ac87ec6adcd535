import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { pythonPrograms } from "@image-staging/local-cloud/python";
import { appOf, contextWith, everyTemplate, templateOf } from "../../../support/stack/synthesize.ts";
import { cfnLint } from "./packages.ts";

/** `npm run test:long -- templates`: cfn-lint on the templates of both stages, for AWS's own regions. Exits with 1 at any finding. */
const documented = appOf(contextWith({ documents: "true" }));
const templates = { ...everyTemplate(), "dev with documents": templateOf(documented) };

/** W3005: the CDK writes dependencies that a reference implies already. */
const explained = ["W3005"];
const regions = ["eu-central-1", "us-east-1"];

const folder = mkdtempSync(join(tmpdir(), "templates-"));
try {
  const programs = await pythonPrograms(cfnLint);
  const files = Object.entries(templates).map(([name, template]) => {
    const file = join(folder, `${name.replaceAll(" ", "-")}.template.json`);
    writeFileSync(file, JSON.stringify(template.toJSON(), null, 1));
    return file;
  });
  const options = ["--ignore-checks", ...explained, "--regions", ...regions];
  await promisify(execFile)(join(programs, "cfn-lint"), [...options, "--", ...files]).catch((error) => {
    throw new Error(error.stdout || error.message);
  });
  console.log(`cfn-lint finds nothing in ${Object.keys(templates).join(", ")}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
