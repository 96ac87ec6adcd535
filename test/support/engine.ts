import { chooseEngine } from "../../local/dynamodb/engine.ts";
import { openTerminal } from "../../local/terminal.ts";

/** Installs the DynamoDB engine where it is missing, once for all workers, or ends the run with what to do. */
export default async function setup() {
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  await chooseEngine({ endpoint, terminal: openTerminal(process.stderr) });
}
