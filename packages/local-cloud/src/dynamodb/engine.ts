import { dirname, join } from "node:path";
import { request } from "undici";
import { directly } from "../directly.ts";
import { StartupError } from "../lifecycle.ts";
import type { Log } from "../log.ts";
import { type Address, privateAddress } from "../private-address.ts";
import { miniStack, pythonPrograms } from "../python.ts";
import type { Terminal } from "../terminal.ts";
import {
  dynoxideOnPath,
  forgetFailedInstall,
  installDynoxide,
  installedDynoxide,
  type Machine,
  packageOf,
  thisMachine,
  version,
} from "./dynoxide.ts";
import { type GuardedProcess, startGuarded } from "./guarded-process.ts";
import { startMiniStack } from "./ministack.ts";

/** What can hold the table on this machine. `name` says in the greeting which one does. */
export type Engine = { name: string } & (
  | { url: string }
  | { start: (file: string, address: Address, log: Log) => GuardedProcess }
);

type EngineOptions = {
  /** An engine that somebody else runs, to use instead of starting one. */
  endpoint?: string | undefined;
  terminal: Terminal;
  machine?: Machine;
};

export type DynamoDb = {
  name: string;
  url: string;
  /** Whether somebody else started the engine: its data is not in `dataDir`. */
  isExternal: boolean;
  stop: () => Promise<void>;
};

/** Chooses an engine and starts it. */
export const startDynamoDb = async (file: string, options: EngineOptions & { log: Log }): Promise<DynamoDb> =>
  startEngine(await chooseEngine(options), file, options.log);

/** Starts an engine with its data in `file`. It ends with this process, even if this process is killed. */
export async function startEngine(choice: Engine, file: string, log: Log): Promise<DynamoDb> {
  if ("url" in choice) return { ...choice, isExternal: true, stop: async () => {} };
  const address = await privateAddress();
  const { ended, stop } = choice.start(file, address, log);
  const url = `http://${address.host}:${address.port}`;
  const failed = ended.then(() => {
    throw new StartupError(
      `The DynamoDB engine ended during its start: ${choice.name}. Its last words are in cloud.log.`,
    );
  });
  await Promise.race([answers(url), failed]);
  failed.catch(() => {});
  return { name: choice.name, url, isExternal: false, stop };
}

/**
 * Finds the engine that this machine has, and installs it if it must. In this order: `endpoint`, which somebody has set
 * on purpose; dynoxide as the project locks it; the same version for this platform, installed now; dynoxide on the PATH;
 * MiniStack, installed now. Throws a StartupError that says how to get one.
 */
export async function chooseEngine(options: EngineOptions): Promise<Engine> {
  const { endpoint, terminal, machine = thisMachine } = options;
  if (endpoint) return await running(endpoint);
  const installed = installedDynoxide(machine);
  if (installed !== undefined) return dynoxide(`dynoxide ${version}`, installed);

  const missed: string[] = [];
  for (const { name, title, take } of waysToGetOne(machine)) {
    try {
      const choice = await (title === undefined ? take() : terminal.during(title, take));
      terminal.say(`The table is in ${choice.name}.`);
      return choice;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      terminal.say(`Not by ${name}: ${reason}.`);
      missed.push(`not by ${name}: ${reason}`);
    }
  }
  forgetFailedInstall(machine);
  throw new StartupError(
    `There is no DynamoDB engine for ${machine.platform} (${missed.join("; ")}). ${howToGetOne(machine.platform)}`,
  );
}

/** A way without a title takes no time that anybody would notice. */
type Way = { name: string; title?: string; take: () => Promise<Engine> };

const waysToGetOne = (machine: Machine): Way[] => [
  {
    name: "npm",
    title: `Installing the DynamoDB engine for ${machine.platform}, once (${packageOf(machine)} ${version})`,
    take: async () => {
      const program = await installDynoxide(machine);
      return dynoxide(`dynoxide ${version}, installed for ${machine.platform}`, program);
    },
  },
  {
    name: "the PATH",
    take: async () => {
      const found = await dynoxideOnPath(machine);
      return dynoxide(`dynoxide ${found.version} of the PATH (${found.program})`, found.program);
    },
  },
  {
    name: "Python",
    title: `Preparing ${miniStack} with Python; the first time it is installed, which takes up to a minute`,
    take: async () => {
      const programs = await pythonPrograms(miniStack, machine.root);
      const folderOf = (file: string) => (file === ":memory:" ? undefined : join(dirname(file), "ministack"));
      return {
        name: `MiniStack (${miniStack})`,
        start: (file, address, log) => startMiniStack(programs, address, folderOf(file), log),
      };
    },
  },
];

const dynoxide = (name: string, program: string): Engine => ({
  name,
  start: (file, { host, port }, log) =>
    startGuarded(program, ["--host", host, "--port", String(port), "--db-path", file], log),
});

async function running(endpoint: string): Promise<Engine> {
  const asked = `AWS_ENDPOINT_URL_DYNAMODB is ${endpoint}`;
  if (!URL.canParse(endpoint)) throw new StartupError(`${asked}, which is not a URL.`);
  if (!(await isUp(endpoint)))
    throw new StartupError(`${asked}, but nothing answers there. Start that engine, or unset the variable.`);
  return { name: `the engine at ${endpoint}`, url: endpoint };
}

/** The commands for this platform. */
function howToGetOne(platform: string): string {
  const again = "then start again";
  if (platform.startsWith("darwin-"))
    return `Run brew install nubo-db/tap/dynoxide (or cargo install dynoxide-rs, or brew install python), ${again}.`;
  if (platform.startsWith("win32-"))
    return `Run cargo install dynoxide-rs, or winget install Python.Python.3.13, ${again}; or use WSL2, in which Linux's way works.`;
  return `Run cargo install dynoxide-rs, or sudo apt-get install python3 python3-venv (your distribution's Python 3.10 or newer), ${again}.`;
}

/** Not by fetch, which refuses an engine's port as a browser does. */
const isUp = (url: string): Promise<boolean> =>
  request(url, { ...directly(url), signal: AbortSignal.timeout(10_000) }).then(
    ({ body }) => body.dump().then(() => true),
    () => false,
  );

async function answers(url: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; ) {
    if (await isUp(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new StartupError("The DynamoDB engine did not start within 20 seconds.");
}
