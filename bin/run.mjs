#!/usr/bin/env node
// Runs one of the project's programs on Node 24: `node bin/run.mjs [NAME=value …] PROGRAM [arguments]`. Node 24 is the
// one that runs this, else the one that `npm ci` installed; without either, one sentence says what to install.
// This file is plain JavaScript without newer syntax, because an old Node must be able to read it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as module from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const needed = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, "node_modules");
const own = join(packages, "node/bin", process.platform === "win32" ? "node.exe" : "node");

const given = process.argv.slice(2);
const isSetting = (argument) => /^[A-Z_]+=/.test(argument);
const settings = given.slice(
  0,
  given.findIndex((argument) => !isSetting(argument)),
);
const program = resolve(root, given[settings.length] || "");
const parameters = given.slice(settings.length + 1);

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** The program sees the arguments as if it had been started itself. */
async function runHere() {
  process.argv.splice(1, process.argv.length, program, ...parameters);
  if (module.enableCompileCache) module.enableCompileCache();
  await import(pathToFileURL(program).href);
}

function runOn(node) {
  const child = spawn(node, [program, ...parameters], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => refuse(`${node} cannot be run: ${error.message}`));
  child.on("exit", (code) => process.exit(code === null ? 1 : code));
}

// For this program and what it starts: another Node, the tests' workers, a service.
process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || join(packages, ".cache/node");

for (const setting of settings) {
  const [name] = setting.split("=", 1);
  process.env[name] = setting.slice(name.length + 1);
}

// No proxy is asked for this machine's own ports, such as the local service's. Python's httpx refuses an address in brackets here.
const listed = process.env.no_proxy || process.env.NO_PROXY;
if (listed !== "*")
  process.env.NO_PROXY = process.env.no_proxy = [listed, "127.0.0.1", "localhost", "::1"]
    .filter(Boolean)
    .join();

if (!existsSync(packages)) refuse("The project's packages are not installed. Run: npm ci");
else if (Number(process.versions.node.split(".")[0]) >= needed) await runHere();
else if (existsSync(own)) runOn(own);
else
  refuse(
    `Node ${needed} or newer is needed, and this is Node ${process.versions.node}. npm ci installs Node ${needed} into the project ` +
      `if the registry has it for ${process.platform}-${process.arch}: run npm ci again, or install Node ${needed} from https://nodejs.org.`,
  );
