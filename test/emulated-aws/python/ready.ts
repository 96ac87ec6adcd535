import { miniStack, pythonPrograms } from "../../../local/python.ts";
import { cfnLint, schemathesis } from "./packages.ts";

/** Exits with 1 and a line where Python or PyPI is not there. */
try {
  await pythonPrograms(cfnLint);
  await pythonPrograms(schemathesis);
  await pythonPrograms(miniStack);
} catch (error) {
  console.log(
    `Left out: cfn-lint, schemathesis and the deployment. ${error instanceof Error ? error.message : error}`,
  );
  process.exitCode = 1;
}
