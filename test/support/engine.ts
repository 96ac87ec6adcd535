import { chooseEngine } from "../../packages/local-cloud/src/dynamodb/engine.ts";
import { StartupError } from "../../packages/local-cloud/src/lifecycle.ts";
import { openTerminal } from "../../packages/local-cloud/src/terminal.ts";

/** Installs the DynamoDB engine where it is missing, once for all workers, or ends the run with what to do. */
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
