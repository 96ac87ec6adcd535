import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isDiskFull } from "@image-staging/local-cloud/disk";
import { endProcess } from "@image-staging/local-cloud/lean-process";
import { lineOf, StartupError } from "@image-staging/local-cloud/lifecycle";
import { openTerminal } from "@image-staging/local-cloud/terminal";
import * as v from "valibot";
import type { LocalService } from "./describe-service.ts";
import { type ModelName, modelNames } from "./model-container.ts";
import { startLocalService } from "./service.ts";
import { synthesize } from "./synthesize.ts";

const Port = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(65535));

const usage = `Usage: npm start [-- options]

Runs the Image Staging Generation API on this machine until Ctrl-C.

  --fresh            delete what an earlier service left
  --strict-network   apply the deployed rules to source and webhook URLs
  --model NAME       rendered (the default) furnishes photos of empty rooms in some seconds each;
                     simulated draws labelled pictures of every workflow in a second
  --model-url URL    ask a running model container instead; floor plans and pro_capture have models of
                     their own beside every model but the simulated one
  --help             show this

Environment:

  PORT=4000                       the port of the API on 127.0.0.1; 0 takes a free one
  DATA_DIR=.local                 where state and log are kept; one service at a time
  AWS_ENDPOINT_URL_DYNAMODB=URL   a DynamoDB engine that runs already, instead of the project's
`;

/** A wrong use of the command; everything else that can be corrected is a StartupError. */
class UsageError extends Error {}

function readOptions() {
  const options = {
    fresh: { type: "boolean" },
    "strict-network": { type: "boolean" },
    model: { type: "string" },
    "model-url": { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values } = parseArgs({ options });
  const port = v.safeParse(Port, process.env.PORT || "4000");
  if (!port.success)
    throw new UsageError(`PORT must be a number from 0 to 65535, but is ${process.env.PORT}.`);
  return {
    help: values.help ?? false,
    port: port.output,
    dataDir: process.env.DATA_DIR || ".local",
    fresh: values.fresh ?? false,
    strictNetwork: values["strict-network"] ?? false,
    model: modelOf(values.model ?? "rendered"),
    ...containerOf(values["model-url"]),
  };
}

function modelOf(value: string): ModelName {
  const name = modelNames.find((name) => name === value);
  if (name) return name;
  throw new UsageError(`--model must be ${modelNames.join(" or ")}, but is ${value}.`);
}

/** Where a model's container answers, as `--model-url` gives it. */
function containerOf(value: string | undefined): { modelUrl?: string } {
  if (value === undefined) return {};
  if (/^https?:\/\/[^/?#]+\/?$/.test(value)) return { modelUrl: value.replace(/\/$/, "") };
  throw new StartupError(`--model-url must be the address of a container, as in http://127.0.0.1:8080.`);
}

async function awaitModel(url: string): Promise<void> {
  const ping = await fetch(`${url}/ping`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  if (ping === undefined) throw new StartupError(`No container answers at ${url}: start it first.`);
  if (!ping.ok) console.log(`The container at ${url} is not ready yet; jobs fail until it is.`);
}

function greeting(service: LocalService, dataDir: string, seconds: string, model: string) {
  const place = relative(process.cwd(), resolve(dataDir)) || ".";
  return `
The Image Staging Generation API runs on this machine (ready in ${seconds} s).

  Playground     ${service.baseUrl}/   (press Photo, then Generate: a staged picture)
  Sandbox key    ${service.sandbox.apiKey ?? "none in this directory: npm start -- --fresh makes one"}
  Signing secret ${service.signingSecret}
  Webhook inbox  ${service.inboxUrl}
  Documents      ${service.baseUrl}/documents/   (the reference too, with forms to try it)
  Model          ${model}
  State and log  ${place}/ (service.json, cloud.log)
  Table          ${service.engine}

From another terminal in this folder, stage your own picture, or call the API as the documents do:

  npm run demo -- my-room.jpg

  export BASE_URL=${service.baseUrl}
  export API_KEY=${service.apiKey}

Ctrl-C stops it within ${stopSeconds} seconds. The next start resumes where it stopped. Requests follow.
`;
}

/** How long a stop may take. What has not ended then ends with the process, as in a crash, and is resumed by the next start. */
const stopSeconds = 10;

let service: LocalService | undefined;
let isEnding = false;

/** Stops the service, whatever of it is there, and ends the process. */
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => endProcess(code), stopSeconds * 1000);
  await service?.stop().catch(() => {});
  endProcess(code);
}

/** Says why in a line, if the person at the terminal can act on it, and ends. */
function fail(error: unknown): Promise<void> {
  if (isEnding) return Promise.resolve();
  const isUsage = error instanceof UsageError || v.is(ParseArgsError, error);
  if (isUsage) console.error(`${error.message} (npm start -- --help shows what there is.)`);
  else if (isDiskFull(error)) console.error(fullDisk(resolve(process.env.DATA_DIR || ".local")));
  else console.error(lineOf(error) ?? error);
  return end(isUsage ? 2 : 1);
}

const ParseArgsError = v.object({
  message: v.string(),
  code: v.pipe(v.string(), v.startsWith("ERR_PARSE_ARGS")),
});

const fullDisk = (dataDir: string) =>
  `The disk that holds ${dataDir} is full. Free some space, then start again: it resumes where it stopped.`;

async function main() {
  const started = Date.now();
  const { help, ...options } = readOptions();
  if (help) return console.log(usage);
  // What is kept holds live keys.
  process.umask(0o077);
  const terminal = openTerminal(process.stdout);
  terminal.say("Starting the service. This takes a second or two, and longer the first time.");
  if (options.modelUrl !== undefined) await awaitModel(options.modelUrl);
  process.on("uncaughtException", fail);
  service = await startLocalService({ ...options, signs: true, assembly: synthesize, terminal });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0));
  console.log(
    greeting(
      service,
      options.dataDir,
      ((Date.now() - started) / 1000).toFixed(1),
      options.modelUrl ?? options.model,
    ),
  );
}

main().catch(fail);
