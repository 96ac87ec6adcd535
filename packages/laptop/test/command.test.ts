import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "command-"));
const file = join(folder, "file");
writeFileSync(file, "");

async function start(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["bin/run.mjs", "packages/laptop/src/main.ts", ...args], {
    cwd: root,
    env: { ...process.env, PORT: "0", DATA_DIR: join(folder, "data"), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, out, said };
}

test.runIf(process.platform === "linux")(
  "a full disk is one sentence and a clean stop, exit code 1",
  { timeout: 120_000 },
  async () => {
    const full = join(folder, "full");
    mkdirSync(full);
    // Every write to this device fails as on a full disk.
    symlinkSync("/dev/full", join(full, "cloud.log"));
    const { code, said } = await start([], { DATA_DIR: full });
    expect([code, said.trim()]).toEqual([
      1,
      `The disk that holds ${full} is full. Free some space, then start again: it resumes where it stopped.`,
    ]);
    expect(existsSync(join(full, "service.json"))).toBe(false);
  },
);

test.runIf(process.platform === "linux")(
  "a file that this user may not write is one sentence, exit code 1",
  { timeout: 120_000 },
  async () => {
    const foreign = join(folder, "foreign");
    mkdirSync(foreign);
    // Nobody makes files there, not even root.
    symlinkSync("/sys/kernel/cloud.log", join(foreign, "cloud.log"));
    const { code, said } = await start([], { DATA_DIR: foreign });
    const [path, change] = [join(foreign, "cloud.log"), "start as its owner, or change its permissions"];
    expect([code, said.trim()]).toEqual([1, `This user has no permission for ${path} (EACCES): ${change}.`]);
  },
);

test("--help shows the options and the settings, and starts nothing", async () => {
  const { code, out, said } = await start(["--help"]);
  expect([code, said]).toEqual([0, ""]);
  for (const name of ["--fresh", "--strict-network", "PORT", "DATA_DIR", "AWS_ENDPOINT_URL_DYNAMODB"])
    expect(out).toContain(name);
});

test.each([
  ["an unknown option", ["--nonsense"], {}, /^Unknown option '--nonsense'.* --help shows/],
  ["a port that is none", [], { PORT: "http" }, /^PORT must be a number from 0 to 65535, but is http\./],
])("%s is a wrong use: one line, exit code 2", async (_what, args, environment, sentence) => {
  const { code, said } = await start(args, environment);
  expect([code, said.trim().split("\n").length]).toEqual([2, 1]);
  expect(said).toMatch(sentence);
});

test.each([
  [
    "a DATA_DIR that is a file",
    { DATA_DIR: file },
    /is not a folder\. Choose another folder\. DATA_DIR sets the folder\.$/,
  ],
  [
    "an engine that does not answer",
    { AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:9" },
    /^AWS_ENDPOINT_URL_DYNAMODB is http:\/\/127\.0\.0\.1:9, but nothing answers there\..*\.$/,
  ],
])(
  "%s is one sentence without a stack, exit code 1",
  { timeout: 120_000 },
  async (_what, environment, sentence) => {
    const { code, out, said } = await start([], environment);
    expect([code, said.trim().split("\n").length]).toEqual([1, 1]);
    expect(said.trim()).toMatch(sentence);
    expect(out).toMatch(/^Starting the service\. This takes a second or two, and longer the first time\.\n/);
  },
);
