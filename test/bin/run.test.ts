import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";

const root = join(import.meta.dirname, "../..");
const program = `process.on("SIGTERM", () => process.exit(7));
console.log(JSON.stringify([process.argv.slice(2), process.env.SETTING]));
if (process.argv[2] === "proxies") console.log(process.env.NO_PROXY, process.env.no_proxy);
if (process.argv[2] === "wait") setInterval(() => {}, 1000);
else process.exitCode = 3;`;
/** Makes the Node that loads it say that it is an old one, to those who ask for the version. */
const old =
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})";

/** A project that has nothing but the launcher, a program, and the packages that `parts` names. */
function project(...parts: ("packages" | "node")[]) {
  const folder = mkdtempSync(join(tmpdir(), "project-"));
  cpSync(join(root, "bin/run.mjs"), join(folder, "bin/run.mjs"));
  writeFileSync(join(folder, "program.mjs"), program);
  if (parts.includes("packages")) mkdirSync(join(folder, "node_modules"));
  if (parts.includes("node")) {
    mkdirSync(join(folder, "node_modules/node/bin"), { recursive: true });
    symlinkSync(process.execPath, join(folder, "node_modules/node/bin/node"));
  }
  return folder;
}

function launch(folder: string, args: string[], flags: string[] = []) {
  const child = spawn(process.execPath, [...flags, join(folder, "bin/run.mjs"), ...args], { cwd: tmpdir() });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { child, ended: ended.then(([out, said, [code]]) => ({ code, out, said })) };
}

const echoed = `${JSON.stringify([["a", "B=c"], "1"])}\n`;
const args = ["SETTING=1", "program.mjs", "a", "B=c"];

test.each([
  ["", "127.0.0.1,localhost,::1"],
  ["corp.example", "corp.example,127.0.0.1,localhost,::1"],
  ["*", "*"],
])("with NO_PROXY=%s no proxy is asked for this machine", async (listed, all) => {
  vi.stubEnv("NO_PROXY", listed);
  vi.stubEnv("no_proxy", "");
  const { out } = await launch(project("packages"), ["program.mjs", "proxies"]).ended;
  vi.unstubAllEnvs();
  expect(out.split("\n")[1]?.split(" ")[0]).toBe(all);
});

test("a program runs with its settings and arguments, and its exit code is the launcher's", async () => {
  expect(await launch(project("packages"), args).ended).toEqual({ code: 3, out: echoed, said: "" });
});

test("on an older Node the program runs on the one that the project has installed", async () => {
  const { ended } = launch(project("node"), args, ["--import", old]);
  expect(await ended).toEqual({ code: 3, out: echoed, said: "" });
});

test("a signal reaches the program on the project's Node", async () => {
  const { child, ended } = launch(project("node"), ["program.mjs", "wait"], ["--import", old]);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect((await ended).code).toBe(7);
});

test("on an older Node without the project's one sentence says what to install", async () => {
  const { code, out, said } = await launch(project("packages"), args, ["--import", old]).ended;
  expect([code, out]).toEqual([1, ""]);
  expect(said).toMatch(
    /^Node 24 or newer is needed, and this is Node 20\.20\.2\. .* https:\/\/nodejs\.org\.\n$/,
  );
});

test("before npm ci one sentence says to run it", async () => {
  const said = "The project's packages are not installed. Run: npm ci\n";
  expect(await launch(project(), args).ended).toEqual({ code: 1, out: "", said });
});

test("no npm script needs a shell of POSIX, and each of the project's programs runs by the launcher", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const commands = Object.entries(scripts).flatMap(([name, script]) =>
    script.split(" && ").map((command) => `${name}: ${command}`),
  );
  expect(commands.filter((command) => /: (\w+=|(cp|rm|mv|mkdir|sh|bash) )|[;|`$'"]/.test(command))).toEqual(
    [],
  );
  expect(commands.filter((command) => /: node (?!bin\/run\.mjs )/.test(command))).toEqual([]);
});

test("the CDK runs the app by the launcher, so that a CDK of the machine's own Node does too", () => {
  expect(JSON.parse(readFileSync(join(root, "cdk.json"), "utf8")).app).toBe("node bin/run.mjs bin/app.ts");
});
