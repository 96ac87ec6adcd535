import type { Command } from "commander";
import * as v from "valibot";
import { action } from "../command.ts";
import { InputError } from "../inputs.ts";
import { tabular } from "../terminal.ts";
import { callJson } from "./aws.ts";
import { logGroupsNamed, logGroupsOf } from "./log-groups.ts";
import { environmentOf, stackNameOf } from "./service.ts";
import { listResources, requireStack } from "./stack.ts";

/**
 * Lines of our own errors, those by which Lambda says that a function did not end, or did not start, and those by which Step
 * Functions says that an execution failed.
 */
const errors = [
  '$.level = "ERROR"',
  '$.level = "FATAL"',
  '$.record.status = "timeout"',
  '$.record.status = "error"',
  '$.record.status = "failure"',
  '$.type = "ExecutionFailed"',
  '$.type = "ExecutionTimedOut"',
];

/** The filter pattern of CloudWatch Logs for errors, one job, or both; undefined for all lines. */
export function filterPattern({ onlyErrors, job }: { onlyErrors: boolean; job?: string | undefined }) {
  const parts = [
    ...(onlyErrors ? [`(${errors.map((one) => `(${one})`).join(" || ")})`] : []),
    ...(job === undefined ? [] : [`($.job_id = ${JSON.stringify(job)})`]),
  ];
  return parts.length === 0 ? undefined : `{ ${parts.join(" && ")} }`;
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const Unit = v.picklist(["m", "h", "d"]);
const Since = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,3}[mhd]$/, "must be a time such as 30m, 1h or 2d"),
  v.transform((text) => Number.parseInt(text, 10) * units[v.parse(Unit, text.at(-1))]),
);

const LogsInput = v.object({
  name: v.optional(v.string()),
  errors: v.optional(v.boolean(), false),
  job: v.optional(v.string()),
  since: v.optional(Since, "1h"),
});
const Events = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    events: v.array(v.object({ timestamp: v.number(), message: v.string() })),
    nextToken: v.nullish(v.string()),
  }),
);
const mostLines = 200;

/** The last lines of a log group since a moment, oldest first. Pages of CloudWatch Logs can be empty. */
async function linesOf(logGroupName: string, startTime: number, pattern: string | undefined) {
  const lines: v.InferOutput<typeof Events>["events"] = [];
  let nextToken: string | null | undefined;
  do {
    const answer: string = await callJson("logs", "Logs_20140328.FilterLogEvents", {
      ...{ logGroupName, startTime },
      ...(pattern !== undefined && { filterPattern: pattern }),
      ...(nextToken && { nextToken }),
    });
    const page = v.parse(Events, answer);
    lines.push(...page.events);
    nextToken = page.nextToken;
  } while (nextToken);
  return lines.slice(-mostLines);
}

const requireStackName = (options: unknown): string => {
  const stackName = stackNameOf(options);
  if (stackName === null)
    throw new InputError("Name a deployed stage with --stage: the local service logs to its terminal.");
  return stackName;
};

export function logCommands(program: Command): void {
  const logs = program
    .command("logs")
    .description("the log of a function or route; without a name, the names and log groups of all")
    .argument(
      "[name]",
      'a route as an alarm names it, such as "POST /api/v1/generations", or a function; executions are all state machines',
    )
    .option("--errors", "only errors, time-outs, crashes and invocations that were killed")
    .option("--job <job>", "only lines with this job's id")
    .option("--since <time>", "how far back, such as 30m, 1h or 2d (default: 1h)");
  logs.action(
    action(
      LogsInput,
      async ({ name, errors: onlyErrors, job, since }, terminal) => {
        const groups = logGroupsOf(await listResources(requireStackName(logs.optsWithGlobals())));
        if (name === undefined) return terminal.show(groups, tabular(groups));
        const since_ms = Date.now() - since;
        const lines = [];
        for (const { log_group } of await logGroupsNamed(groups, name)) {
          const found = await linesOf(log_group, since_ms, filterPattern({ onlyErrors, job }));
          terminal.say(`${found.length} lines of ${log_group}`);
          lines.push(...found);
        }
        const text = lines.map(({ timestamp, message }) => `${new Date(timestamp).toISOString()} ${message}`);
        terminal.show(lines, text.join("\n"));
      },
      { recorded: false },
    ),
  );
  const resources = program
    .command("resources")
    .description("the names of the stage's resources as variables of a shell, for eval")
    .action(
      action(
        v.object({}),
        async (_input, terminal) => {
          const stackName = requireStackName(resources.optsWithGlobals());
          const { TABLE_NAME } = environmentOf(await requireStack(stackName));
          // After a restore the service has another table than the stack's own.
          const named = {
            ...variablesOf(await listResources(stackName)),
            ...(TABLE_NAME && { TABLE: TABLE_NAME }),
          };
          const lines = Object.entries(named).map(([variable, value]) => `export ${variable}='${value}'`);
          terminal.show(named, lines.join("\n"));
        },
        { recorded: false },
      ),
    );
}

/** The resources that runbooks name, by type and the begin of their logical ids. */
const inRunbooks: [variable: string, type: string, name: RegExp][] = [
  ["TABLE", "AWS::DynamoDB::Table", /^Data/],
  ["BUCKET", "AWS::S3::Bucket", /^Pictures/],
  ["DEAD_LETTER_QUEUE_URL", "AWS::SQS::Queue", /^DeadLetters/],
  ["API", "AWS::ApiGateway::RestApi", /^Api/],
  ["RULE", "AWS::Events::Rule", /SweepSchedule/],
  ["MACHINE", "AWS::StepFunctions::StateMachine", /^PipelineGeneration/],
  ["INGESTS", "AWS::StepFunctions::StateMachine", /^PipelineSourceIngest/],
  ["DELIVERIES", "AWS::StepFunctions::StateMachine", /^WebhooksDelivery/],
];

type Listed = Awaited<ReturnType<typeof listResources>>;

/** The stack's resources by the variables of runbooks. */
export const variablesOf = (resources: Listed): Record<string, string> =>
  Object.fromEntries(
    inRunbooks.flatMap(([variable, type, name]) => {
      const found = resources.find(
        ({ ResourceType, LogicalResourceId = "" }) => ResourceType === type && name.test(LogicalResourceId),
      );
      return found?.PhysicalResourceId === undefined ? [] : [[variable, found.PhysicalResourceId] as const];
    }),
  );
