import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { installedDynoxide, thisMachine, version } from "../../src/dynamodb/dynoxide.ts";
import { chooseEngine, startDynamoDb } from "../../src/dynamodb/engine.ts";
import { type Listening, listen } from "../../src/http.ts";
import { StartupError } from "../../src/lifecycle.ts";
import type { Terminal } from "../../src/terminal.ts";

const { platform } = thisMachine;
const own = installedDynoxide(thisMachine) ?? "";
const nowhere = "http://127.0.0.1:9";

let root: string;
let said: string[];
let terminal: Terminal;
const before = { ...process.env };

/** A project in an empty folder, on a machine with no registry for npm and with neither dynoxide nor Python. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "project-"));
  mkdirSync(join(root, "programs"));
  said = [];
  terminal = {
    say: (line) => void said.push(line),
    during: (title, work) => {
      said.push(`${title} …`);
      return work(() => {});
    },
  };
  // npm is found by Node's folder or by what started the tests.
  process.env.npm_execpath ??= execFileSync("npm", ["root", "--global"])
    .toString()
    .trim()
    .concat("/npm/bin/npm-cli.js");
  Object.assign(process.env, { npm_config_registry: nowhere, PATH: join(root, "programs") });
});
afterEach(() => {
  for (const name of ["npm_config_registry", "npm_execpath", "PATH"]) {
    delete process.env[name];
    if (before[name] !== undefined) process.env[name] = before[name];
  }
  rmSync(root, { recursive: true, force: true });
});

const refusal = async (machine = { root, platform }): Promise<string> => {
  const error = await chooseEngine({ terminal, machine }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
};

/** A registry with the engine's package for one platform, as npm reads it. */
async function registry(name: string): Promise<Listening> {
  const folder = join(root, "publish");
  mkdirSync(join(folder, "package"), { recursive: true });
  cpSync(own, join(folder, "package/dynoxide"));
  writeFileSync(join(folder, "package/package.json"), JSON.stringify({ name, version }));
  execFileSync("tar", ["-czf", "package.tgz", "package"], { cwd: folder, env: before });
  const tarball = readFileSync(join(folder, "package.tgz"));
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const listening = await listen(0, (request, response) => {
    if (request.url?.endsWith(".tgz")) return void response.end(tarball);
    if (decodeURIComponent(request.url ?? "") !== `/${name}`) return void response.writeHead(404).end("{}");
    const dist = { tarball: `${listening.url}/package.tgz`, integrity };
    const versions = { [version]: { name, version, dist } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  });
  process.env.npm_config_registry = listening.url;
  return listening;
}

const put = async (url: string) =>
  (
    await request(url, {
      method: "POST",
      headers: { "x-amz-target": "DynamoDB_20120810.ListTables" },
      body: "{}",
    })
  ).statusCode;

describe.skipIf(own === "")("with an engine for this platform", () => {
  test("an engine that is missing is installed for the platform, and used without a registry from then on", async () => {
    const server = await registry(`@dynoxide/${platform}`);
    const engine = await startDynamoDb(":memory:", { log: () => {}, terminal, machine: { root, platform } });
    expect(await put(engine.url)).not.toBe(0);
    await engine.stop();
    await server.close();
    expect(said).toEqual([
      `Installing the DynamoDB engine for ${platform}, once (@dynoxide/${platform} ${version}) …`,
      `The table is in dynoxide ${version}, installed for ${platform}.`,
    ]);
    said = [];
    await chooseEngine({ terminal, machine: { root, platform } });
    expect(said).toEqual([]);
    expect(installedDynoxide({ root, platform })).toBe(
      join(
        root,
        `node_modules/.cache/dynoxide-${version}-${platform}/node_modules/@dynoxide/${platform}/dynoxide`,
      ),
    );
  });

  test("without a registry the engine on the PATH is used, and each choice is said", async () => {
    cpSync(own, join(root, "programs/dynoxide"));
    const { name } = await chooseEngine({ terminal, machine: { root, platform } });
    expect(name).toBe(`dynoxide ${version} of the PATH (${join(root, "programs/dynoxide")})`);
    expect(said.slice(1)).toEqual([
      "Not by npm: the registry cannot be reached.",
      `The table is in ${name}.`,
    ]);
  });

  test("an installation that failed is not tried again at the next start, if another engine was found", async () => {
    cpSync(own, join(root, "programs/dynoxide"));
    await chooseEngine({ terminal, machine: { root, platform } });
    const server = await registry(`@dynoxide/${platform}`);
    await chooseEngine({ terminal, machine: { root, platform } });
    expect(said.filter((line) => line.startsWith("Not by npm"))[1]).toBe(
      "Not by npm: the registry cannot be reached (tried less than an hour ago).",
    );
    await server.close();
  });

  test("an engine that somebody names by its address is used before any other", async () => {
    const engine = await startDynamoDb(":memory:", { log: () => {}, terminal, machine: thisMachine });
    const named = await startDynamoDb("unused", { endpoint: engine.url, log: () => {}, terminal });
    expect(named).toMatchObject({ url: engine.url, isExternal: true, name: `the engine at ${engine.url}` });
    await engine.stop();
  });
});

test("a program on the PATH that does not run here is passed over", async () => {
  writeFileSync(join(root, "programs/dynoxide"), "not a program");
  chmodSync(join(root, "programs/dynoxide"), 0o755);
  expect(await refusal()).toContain("not by the PATH: it does not run on this machine");
});

test("a registry that lacks the platform's part is said to lack it", async () => {
  const server = await listen(0, (_request, response) => void response.writeHead(404).end("{}"));
  process.env.npm_config_registry = server.url;
  expect(await refusal()).toContain("not by npm: the registry does not have it");
  await server.close();
});

test.each([
  ["darwin-arm64", /Run brew install nubo-db\/tap\/dynoxide .*, then start again\.$/],
  [
    "linux-arm64",
    /Run cargo install dynoxide-rs, or sudo apt-get install python3 python3-venv .*, then start again\.$/,
  ],
  ["win32-x64", /Run cargo install dynoxide-rs, or winget install .*; or use WSL2/],
])("without any engine, %s gets one line with the commands for it", async (other, commands) => {
  const sentence = await refusal({ root, platform: other });
  expect(sentence).toMatch(
    /^There is no DynamoDB engine for \S+ \(not by npm: the registry cannot be reached; /,
  );
  expect(sentence).toContain("not by the PATH: there is none; not by Python: there is no python");
  expect(sentence).toMatch(commands);
  expect(sentence).not.toContain("\n");
  expect(existsSync(join(root, `node_modules/.cache/dynoxide-${version}-${other}.failed`))).toBe(false);
});

test.each([
  [nowhere, "but nothing answers there"],
  ["dynamodb", "which is not a URL"],
])("the address %s of no engine is refused in one sentence", async (endpoint, reason) => {
  const options = { endpoint, log: () => {}, terminal };
  await expect(startDynamoDb(":memory:", options)).rejects.toThrow(
    new RegExp(`^AWS_ENDPOINT_URL_DYNAMODB is ${endpoint}, ${reason}`),
  );
});
