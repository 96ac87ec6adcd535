import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { StartupError } from "./lifecycle.ts";
import { type LocalService, startLocalService } from "./service.ts";
import { synthesize } from "./synthesize.ts";

const Port = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(65535));

function readOptions() {
  const options = {
    fresh: { type: "boolean" },
    "strict-network": { type: "boolean" },
    "model-url": { type: "string" },
  } as const;
  const { values } = parseArgs({ options });
  const port = v.safeParse(Port, process.env.PORT ?? "4000");
  if (!port.success)
    throw new StartupError(`PORT must be a number from 0 to 65535, but is ${process.env.PORT}.`);
  return {
    port: port.output,
    dataDir: process.env.DATA_DIR ?? ".local",
    fresh: values.fresh ?? false,
    strictNetwork: values["strict-network"] ?? false,
    ...modelOf(values["model-url"]),
  };
}

/** Where a model's container answers, as `--model-url` gives it. */
function modelOf(value: string | undefined): { modelUrl?: string } {
  if (value === undefined) return {};
  if (/^https?:\/\/[^/?#]+\/?$/.test(value)) return { modelUrl: value.replace(/\/$/, "") };
  throw new StartupError(`--model-url must be the address of a container, as in http://127.0.0.1:8080.`);
}

async function awaitModel(url: string): Promise<void> {
  const ping = await fetch(`${url}/ping`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  if (ping === undefined) throw new StartupError(`No container answers at ${url}: start it first.`);
  if (!ping.ok) console.log(`The container at ${url} is not ready yet; jobs fail until it is.`);
}

function greeting(service: LocalService, dataDir: string, seconds: string, modelUrl = "simulated") {
  const place = relative(process.cwd(), resolve(dataDir)) || ".";
  return `
The Image Staging Generation API runs on this machine (ready in ${seconds} s).

  Base URL       ${service.baseUrl}
  API key        ${service.apiKey}
  Webhook inbox  ${service.inboxUrl}
  Model          ${modelUrl}
  State and log  ${place}/ (service.json, service.log)

Ask for the month's usage:

  curl -s ${service.baseUrl}/api/v1/usage/summary -H "Authorization: Bearer ${service.apiKey}"

Ctrl-C stops it. The next start resumes where it stopped.
`;
}

async function main() {
  const started = Date.now();
  const options = readOptions();
  if (options.modelUrl !== undefined) await awaitModel(options.modelUrl);
  console.log("Starting. After a change to the code this takes about ten seconds …");
  const service = await startLocalService({ ...options, assembly: synthesize });
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, async () => {
      if (isStopping) return;
      isStopping = true;
      await service.stop();
      process.exit(0);
    });
  console.log(
    greeting(service, options.dataDir, ((Date.now() - started) / 1000).toFixed(1), options.modelUrl),
  );
}

main().catch((error) => {
  const isExpected = error instanceof StartupError || error.code?.startsWith("ERR_PARSE_ARGS");
  console.error(isExpected ? error.message : error);
  process.exit(1);
});
