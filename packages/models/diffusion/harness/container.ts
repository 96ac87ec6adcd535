import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";

const LogLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ message: v.string(), port: v.optional(v.number()) }),
);
type LogLine = v.InferOutput<typeof LogLine>;

const model = join(import.meta.dirname, "..");

/** The model's container as SageMaker starts it, without Docker, with a new home and temporary folder. */
export async function startContainer(python: string, settings: Record<string, string>) {
  const home = mkdtempSync(join(tmpdir(), "container-"));
  const child = spawn(python, ["-m", "staging.serve", "serve"], {
    cwd: model,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: home,
      PYTHONDONTWRITEBYTECODE: "1",
      // More threads than free cores wait for each other by spinning.
      OMP_NUM_THREADS: "1",
      HOST: "127.0.0.1",
      PORT: "0",
      STAGER_DEVICE: "cpu",
      ...settings,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const log: LogLine[] = [];
  const ready = new Promise<number>((resolve, reject) => {
    let port = 0;
    createInterface(child.stdout).on("line", (line) => {
      const read = v.safeParse(LogLine, line);
      if (!read.success) return;
      log.push(read.output);
      port = read.output.port ?? port;
      if (read.output.message === "the model is ready") resolve(port);
    });
    child.once("exit", (code) =>
      reject(new Error(`The container ended with ${code}: ${JSON.stringify(log.at(-1))}`)),
    );
  });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill();
      await once(child, "exit");
    }
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const url = `http://127.0.0.1:${await ready}`;
    /** The files that the container left in its home and temporary folder. */
    const leftOnDisk = () =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name);
    return { url, log, leftOnDisk, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
