import { Command, InvalidArgumentError, Option } from "commander";
import { checkContainer, type Point } from "./check.ts";

const exitCodes = { kept: 0, broken: 1, notChecked: 2 };

function webUrl(value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw new InvalidArgumentError("It must be an http(s) URL.");
}

function seconds(value: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError("It must be a number of seconds above 0.");
}

function hostAndPort(value: string): { host: string; port: number } {
  const [, host, port] = /^([^:]+):(\d{1,5})$/.exec(value) ?? [];
  if (host && Number(port) < 65536) return { host, port: Number(port) };
  throw new InvalidArgumentError("It must be HOST:PORT.");
}

const isReachable = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );

const lineOf = ({ id, title, problems }: Point) =>
  [
    `${problems.length === 0 ? "PASS" : "FAIL"}  ${id.padEnd(19)} ${title}`,
    ...problems.map((problem) => `      ${problem}`),
  ].join("\n");

type Options = {
  url: string;
  timeout: number;
  listen: { host: string; port: number };
  advertise?: string;
  json?: boolean;
};

async function run({ url, timeout, listen, advertise, json }: Options): Promise<number> {
  if (!(await isReachable(url))) {
    console.error(`Nothing answers at ${url}: start the container and give the address of its port 8080.`);
    return exitCodes.notChecked;
  }
  const onPoint = json ? () => {} : (point: Point) => console.log(lineOf(point));
  const points = await checkContainer({ url, timeoutSeconds: timeout, listen, advertise }, onPoint);
  const broken = points.filter(({ problems }) => problems.length > 0).length;
  if (json) console.log(JSON.stringify({ contract_version: "1.0", kept: broken === 0, points }, null, 2));
  else
    console.log(
      `\n${broken === 0 ? "The container keeps the contract" : `${broken} of ${points.length} points are broken`}.`,
    );
  return broken === 0 ? exitCodes.kept : exitCodes.broken;
}

const program = new Command("check-container")
  .description(
    "Checks a model container against the inference contract (docs/inference-contract.md), point by point.",
  )
  .requiredOption("--url <url>", "where the container answers, for example http://127.0.0.1:8080", webUrl)
  .option("--timeout <seconds>", "how long an invocation may take", seconds, 600)
  .addOption(
    new Option("--listen <host:port>", "the address on which pictures are served to the container")
      .argParser(hostAndPort)
      .default({ host: "127.0.0.1", port: 0 }, "a free port of 127.0.0.1"),
  )
  .option(
    "--advertise <url>",
    "the address under which the container reaches --listen, for example http://host.docker.internal:9000",
    webUrl,
  )
  .option("--json", "print one JSON document instead of lines")
  .addHelpText(
    "after",
    "\nExit code: 0 every point is kept, 1 a point is broken, 2 not checked (wrong option, or nothing answers).",
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.notChecked));

process.exitCode = await run(program.parse().opts<Options>());
