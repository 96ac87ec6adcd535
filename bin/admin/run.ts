import { Command, CommanderError } from "commander";
import { visible } from "../../lambdas/domain/plain-text.ts";
import { auditCommands } from "./audit/audit.ts";
import { ledgerCommands } from "./billing/ledger.ts";
import { usageCommands } from "./billing/usage.ts";
import { doctorCommands } from "./doctor/doctor.ts";
import { type Failure, failureOf } from "./failure.ts";
import { disclosureCommands } from "./generation/disclosures.ts";
import { jobCommands } from "./generation/jobs.ts";
import { devCommands } from "./organization/dev.ts";
import { keyCommands } from "./organization/keys.ts";
import { organizationCommands } from "./organization/organizations.ts";
import { planCommands } from "./organization/plans.ts";
import { restoreCommands } from "./restore/restore.ts";
import { logCommands } from "./service/logs.ts";
import { findService } from "./service/service.ts";
import { settingsCommands } from "./service/settings.ts";
import { statementCommands } from "./statement/statements.ts";
import { jsonOf } from "./terminal.ts";
import { webhookCommands } from "./webhook/webhooks.ts";

const description = `Operates the Image Staging Generation API: organizations, keys, plans, usage and the ledger.

Every command works on the local service if one runs (npm start), or on a deployed stage (--stage).
A command announces its changes on standard error before it makes them; its result is on standard output. Changes ask
first, or need --yes if no terminal can ask; additions (org create, key issue, webhook test, dev seed) do neither.
Every change is recorded: admin audit.`;

const epilogue = `
Exit codes: 0 done, 1 the service could not do it, 2 the command must be changed (nothing was changed).

Examples:
  npm run admin -- org create --name "Acme Homes"
  npm run admin -- key issue org_01J9ZK3V7Q --name backend --expires 2027-01-01
  npm run admin -- plan set org_01J9ZK3V7Q --name pro --included-units 500 --unit-price 0.25 --overage yes
  npm run admin -- usage show org_01J9ZK3V7Q --stage prod
  npm run admin -- doctor --stage prod`;

/** The operator's program: parses its arguments, runs one command and returns the exit code. */
export async function runAdmin(args: string[]): Promise<number> {
  const json = args.includes("--json");
  try {
    await adminProgram(json).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const failure = failureOf(error);
    console.error(json ? errorLine(failure) : visible(failure.message));
    return failure.code === "input" ? 2 : 1;
  }
}

/** An error as the last line of standard error with --json. */
const errorLine = (error: Failure) => jsonOf({ error });

/** Commands that need no service, or find it themselves. */
const withoutService = new Set(["doctor", "settings", "logs", "resources"]);

const isWithoutService = (command: Command): boolean =>
  withoutService.has(command.name()) || withoutService.has(command.parent?.name() ?? "");

/** The program with all its commands; with `json`, mistakes of the command line are lines of JSON. */
export function adminProgram(json: boolean): Command {
  const program = new Command("admin")
    .description(description)
    .option(
      "--json",
      "print the result as JSON, and errors and announcements as lines of JSON on standard error",
    )
    .option("--yes", "make changes without asking; needed if no terminal can ask")
    .option("--dry-run", "announce the changes and make none")
    .option("--stage <name>", "work on the deployed stage of this name, such as dev or prod")
    .option("--stack <name>", "work on the deployed stack of this name")
    .addHelpText("after", epilogue)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: (message, write) => write(commandLineError(message, json)) })
    .exitOverride()
    .hook("preAction", async (_program, command) => {
      if (!isWithoutService(command)) await findService(command.optsWithGlobals());
    });
  organizationCommands(program);
  logCommands(program);
  keyCommands(program);
  planCommands(program);
  usageCommands(program);
  ledgerCommands(program);
  statementCommands(program);
  jobCommands(program);
  webhookCommands(program);
  disclosureCommands(program);
  auditCommands(program);
  doctorCommands(program);
  restoreCommands(program);
  settingsCommands(program);
  devCommands(program);
  return program;
}

/** What commander says of the command line, in one line without its prefix. */
function commandLineError(message: string, json: boolean): string {
  const sentence = message.replace(/^error: /, "");
  return json ? `${errorLine({ code: "input", message: sentence.trim() })}\n` : sentence;
}
