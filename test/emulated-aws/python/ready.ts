import { cfnLint, miniStack, pythonPrograms } from "./environment.ts";

/** Exits with 1 and a line where Python or PyPI is not there. */
try {
  await pythonPrograms(cfnLint);
  await pythonPrograms(miniStack);
} catch (error) {
  console.log(`Left out: cfn-lint and the deployment. ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
