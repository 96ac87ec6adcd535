import { chooseEngine } from "@image-staging/local-cloud/dynamodb/engine";
import { StartupError } from "@image-staging/local-cloud/lifecycle";
import { openTerminal } from "@image-staging/local-cloud/terminal";

/** Installs the DynamoDB engine if it is missing, once for all workers, or ends the run with what to do. */
export default async function setup() {
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  try {
    await chooseEngine({ endpoint, terminal: openTerminal(process.stderr) });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    // Thrown here, it would be found between a stack and the claim that there are no tests.
    console.error(error.message);
    process.exit(1);
  }
}
