import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import * as v from "valibot";
import { settingsOf } from "../../../lib/settings/stage.ts";
import { action } from "../command.ts";
import { InputError, wholeNumber } from "../inputs.ts";
import { listing } from "../terminal.ts";

type Values = Record<string, unknown>;

const AnyValues = v.record(v.string(), v.unknown());
const Stages = v.record(v.string(), AnyValues);

/** cdk.json, and within it the context and the stages, each with every value in its order. */
type CdkJson = { file: Values; context: Values; stages: Record<string, Values> };

function parseCdkJson(text: string): CdkJson {
  const file = v.parse(v.pipe(v.string(), v.parseJson(), AnyValues), text);
  const context = v.parse(AnyValues, file.context);
  return { file, context, stages: v.parse(Stages, context.stages) };
}

/** The directory of the command is the repository's: npm runs it there. */
const path = () => join(process.cwd(), "cdk.json");
const readCdkJson = () => parseCdkJson(readFileSync(path(), "utf8"));

const OfStage = v.object({ stage: v.string() });
const Settings = v.object({
  ...OfStage.entries,
  model: v.optional(v.literal("rendered", "must be rendered, the model that needs no endpoint")),
  modelConcurrency: v.optional(wholeNumber(1, 10_000)),
  endpoint: v.optional(v.string()),
  modelVersion: v.optional(v.string()),
  alarmEmail: v.optional(v.string()),
  restoredTable: v.optional(v.string()),
  domain: v.optional(v.string()),
  certificate: v.optional(v.string()),
});

const set = action(
  Settings,
  async ({ stage, ...options }, terminal) => {
    const { file, ...before } = readCdkJson();
    const settings = before.stages[stage];
    if (!settings)
      throw new InputError(
        `There is no stage ${stage} in cdk.json: choose ${Object.keys(before.stages).join(" or ")}.`,
      );
    const changed = { ...settings, ...changesOf(options) };
    const context = { ...before.context, stages: { ...before.stages, [stage]: changed } };
    requireValid(context, stage);
    const [was, is] = [textOf(file), textOf({ ...file, context })];
    if (was === is) throw new InputError("Nothing would change: give at least one option that differs.");
    if (!(await terminal.announce(null, [`write these settings of stage ${stage} into cdk.json`]))) return;
    writeFileSync(path(), is);
    terminal.show(changed, `${listing(changed)}\n\nCommit cdk.json, then: npx cdk deploy -c stage=${stage}`);
  },
  { recorded: false },
);

function changesOf({
  model,
  modelConcurrency,
  endpoint,
  modelVersion,
  alarmEmail,
  restoredTable,
  domain,
  certificate,
}: Omit<v.InferOutput<typeof Settings>, "stage">): Values {
  if (model !== undefined && endpoint !== undefined)
    throw new InputError("--model and --endpoint can't be given together: one model answers a stage.");
  if (modelVersion !== undefined && endpoint === undefined)
    throw new InputError(
      "--model-version must come with --endpoint: it is the version of that endpoint's model.",
    );
  if ((domain === undefined) !== (certificate === undefined))
    throw new InputError("--domain and --certificate must be given together.");
  return {
    ...(model !== undefined && { inference: { backend: model } }),
    ...(modelConcurrency !== undefined && { modelConcurrency }),
    ...(endpoint !== undefined && {
      inference: {
        backend: "endpoint",
        endpointName: endpoint,
        ...(modelVersion !== undefined && { modelVersion }),
      },
    }),
    ...(alarmEmail !== undefined && { alarmEmail }),
    ...(restoredTable !== undefined && { restoredTable }),
    ...(domain !== undefined && { domain: { name: domain, certificateArn: certificate } }),
  };
}

/** The sentence with which synthesis would refuse the settings. */
function requireValid(context: Values, stage: string): void {
  const given: Values = { ...context, stage };
  try {
    settingsOf({ tryGetContext: (name: string) => given[name] });
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error));
  }
}

const widest = 100;

/** JSON as cdk.json is written: what fits into a line is on one. */
const textOf = (value: unknown): string => `${format(value, "")}\n`;

function format(value: unknown, indent: string): string {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  const inside = `${indent}  `;
  const inLine = `{ ${entries.map(([name, one]) => `"${name}": ${format(one, inside)}`).join(", ")} }`;
  if (entries.length === 0) return "{}";
  if (indent.length > 4 && !inLine.includes("\n") && inLine.length + indent.length <= widest) return inLine;
  const lines = entries.map(([name, one]) => `${inside}${JSON.stringify(name)}: ${format(one, inside)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

const show = action(
  OfStage,
  async ({ stage }, terminal) => {
    const settings = readCdkJson().stages[stage];
    if (!settings) throw new InputError(`There is no stage ${stage} in cdk.json.`);
    terminal.show(settings, listing(settings));
  },
  { recorded: false },
);

export function settingsCommands(program: Command): void {
  const settings = program
    .command("settings")
    .description("the settings of a stage in cdk.json, so that no deployment needs them as -c options");
  const stage = ["<stage>", "dev or prod, as in cdk.json"] as const;
  settings
    .command("show")
    .description("the settings of a stage")
    .argument(...stage)
    .action(show);
  settings
    .command("set")
    .description("write settings of a stage into cdk.json, checked as a deployment checks them; others stay")
    .argument(...stage)
    .option("--model <name>", "rendered: the model that runs as a function, without a GPU")
    .option(
      "--model-concurrency <number>",
      "executions reserved for the rendered model, and a quarter of them for each other model that is a function",
    )
    .option("--endpoint <name>", "the SageMaker endpoint that answers, in place of any other model")
    .option("--model-version <version>", "the version of the model behind it (default: the endpoint's name)")
    .option("--alarm-email <address>", "who gets the alarms")
    .option("--restored-table <name>", "a restored table that takes the place of the stack's own")
    .option("--domain <name>", "the domain of the API, such as api.example.com")
    .option("--certificate <arn>", "its certificate in AWS Certificate Manager, in the stage's region")
    .action(set);
}
