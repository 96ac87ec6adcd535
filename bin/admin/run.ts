import { Command, CommanderError } from "commander";
import { devCommands } from "./dev.ts";
import { InputError } from "./inputs.ts";
import { jobCommands } from "./jobs.ts";
import { keyCommands } from "./keys.ts";
import { ledgerCommands } from "./ledger.ts";
import { organizationCommands } from "./organizations.ts";
import { planCommands } from "./plans.ts";
import { findService } from "./service.ts";
import { usageCommands } from "./usage.ts";
import { webhookCommands } from "./webhooks.ts";

const description = `Operates the Image Staging Generation API: organizations, keys, plans, usage and the ledger.

Every command works on the local service where one runs (npm start), or on a deployed stage (--stage).
A command announces its changes on standard error before it makes them; its result is on standard output.`;

const epilogue = `
Exit codes: 0 done, 1 the service could not do it, 2 the command must be changed (nothing was changed).

Examples:
  npm run admin -- org create --name "Acme Homes"
  npm run admin -- key issue org_01J9ZK3V7Q
  npm run admin -- plan set org_01J9ZK3V7Q --name pro --included-units 500 --unit-price 0.25 --overage yes
  npm run admin -- usage show org_01J9ZK3V7Q --stage prod`;

/** The operator's program: parses its arguments, runs one command and returns the exit code. */
export async function runAdmin(args: string[]): Promise<number> {
  try {
    await adminProgram().parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(error instanceof Error ? error.message || error.name : String(error));
    return error instanceof InputError ? 2 : 1;
  }
}

function adminProgram(): Command {
  const program = new Command("admin")
    .description(description)
    .option("--json", "print the result as JSON")
    .option("--yes", "make changes without asking")
    .option("--dry-run", "announce the changes and make none")
    .option("--stage <name>", "work on the deployed stage of this name, such as dev or prod")
    .option("--stack <name>", "work on the deployed stack of this name")
    .addHelpText("after", epilogue)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: (message, write) => write(message.replace(/^error: /, "")) })
    .exitOverride()
    .hook("preAction", (_program, command) => findService(command.optsWithGlobals()));
  organizationCommands(program);
  keyCommands(program);
  planCommands(program);
  usageCommands(program);
  ledgerCommands(program);
  jobCommands(program);
  webhookCommands(program);
  devCommands(program);
  return program;
}
