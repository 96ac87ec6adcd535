import { miniStack, pythonPrograms } from "@image-staging/local-cloud/python";
import { cfnLint, openapiPythonClient, schemathesis } from "./packages.ts";

/** Exits with 1 and a line if Python or PyPI is not there. */
try {
  await pythonPrograms(cfnLint);
  await pythonPrograms(schemathesis);
  await pythonPrograms(openapiPythonClient);
  await pythonPrograms(miniStack);
} catch (error) {
  console.log(
    `Left out: cfn-lint, schemathesis, the generators, the Python client and the deployment. ${error instanceof Error ? error.message : error}`,
  );
  process.exitCode = 1;
}
