import { Command, CommanderError, Option } from "commander";
import * as v from "valibot";
import { InputError } from "../admin/inputs.ts";
import { environmentOf, useLocalService } from "../admin/service/service.ts";
import { requireStack } from "../admin/service/stack.ts";
import { checkGateway } from "./gateway.ts";
import { checkJobs } from "./jobs.ts";
import { newPartner } from "./partner.ts";
import { leaveWorkUnstarted } from "./sweeper.ts";
import { verdicts } from "./verdicts.ts";

const description = `Tries a service once after its first deployment: what AWS alone can show.

It makes an organization, sends it through the API, and ends its access. The local service is tried if one
runs (npm start) and no stage is named.`;

const epilogue = `
Exit codes: 0 every check holds, 1 one does not, 2 the command must be changed.
What a check means that does not hold: docs/deploy.md, "Smoke test".

Examples:
  npm run smoke -- --stage dev
  npm run smoke -- --stage prod --webhook-url https://closed.example.com/
  npm run smoke -- --stage prod --sandbox`;

const groups = ["gateway", "jobs", "sweeper"] as const;

const Options = v.object({
  stage: v.optional(v.string()),
  stack: v.optional(v.string()),
  baseUrl: v.optional(v.pipe(v.string(), v.url())),
  webhookUrl: v.optional(v.pipe(v.string(), v.url())),
  sandbox: v.optional(v.boolean(), false),
  only: v.optional(v.array(v.picklist(groups)), [...groups]),
});
type Options = v.InferOutput<typeof Options>;

/** The program: parses its arguments, tries the service and returns the exit code. */
export async function runSmoke(args: string[]): Promise<number> {
  try {
    const options = v.parse(Options, smokeProgram().parse(args, { from: "user" }).opts());
    return await tryService(await pointAtService(options), options);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(error instanceof Error ? error.message || error.name : String(error));
    return error instanceof InputError || v.isValiError(error) ? 2 : 1;
  }
}

const smokeProgram = () =>
  new Command("smoke")
    .description(description)
    .option("--stage <name>", "try the deployed stage of this name, such as dev or prod")
    .option("--stack <name>", "try the deployed stack of this name")
    .option("--base-url <url>", "where the API is, if not at the stack's BaseUrl")
    .option("--webhook-url <url>", "a receiver that refuses webhooks (default: an unknown path of the API)")
    .option("--sandbox", "try it as a sandbox: no instance of the stage's model is started or paid for")
    .addOption(new Option("--only <groups...>", "try some of the checks").choices(groups))
    .addHelpText("after", epilogue)
    .configureOutput({ outputError: (message, write) => write(message.replace(/^error: /, "")) })
    .exitOverride();

/** Points this process at the service, as the operator's CLI does, and returns the API's URL without a slash at the end. */
async function pointAtService({ stage, stack, baseUrl }: Options): Promise<string> {
  if (stage === undefined && stack === undefined) {
    const local = useLocalService();
    return withoutSlash(baseUrl ?? local);
  }
  const deployed = await requireStack(stack ?? `ImageStaging-${stage}`);
  Object.assign(process.env, environmentOf(deployed));
  const output = deployed.Outputs?.find(({ OutputKey }) => OutputKey === "BaseUrl");
  return withoutSlash(baseUrl ?? output?.OutputValue ?? "");
}

const withoutSlash = (url: string) => url.replace(/\/+$/, "");

async function tryService(baseUrl: string, { only, webhookUrl, sandbox }: Options): Promise<number> {
  const partner = await newPartner(baseUrl, webhookUrl ?? `${baseUrl}/api/v1/nowhere`, sandbox);
  const judged = verdicts(console.log);
  console.log(`Smoke test of ${baseUrl} as ${partner.organizationId}${sandbox ? ", a sandbox" : ""}`);
  try {
    const checkSweeper = only.includes("sweeper") ? await leaveWorkUnstarted(partner) : null;
    if (only.includes("gateway")) await checkGateway(partner, judged);
    if (only.includes("jobs")) await checkJobs(partner, judged);
    await checkSweeper?.(judged);
  } finally {
    await partner.retire();
  }
  const { passed, failed } = judged.counts();
  console.log(
    `${passed} of ${passed + failed} checks hold. ${partner.organizationId} is disabled: erase it in an hour.`,
  );
  return failed === 0 ? 0 : 1;
}
