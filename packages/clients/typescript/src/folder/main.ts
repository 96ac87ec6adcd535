#!/usr/bin/env node
import { createInterface } from "node:readline/promises";
import { imageStaging, StagingError } from "../index.ts";
import { asker } from "./ask.ts";
import { decode } from "./decode.ts";
import { optionsOf, usage, WrongUse } from "./options.ts";
import { stageFolder } from "./run.ts";

async function main(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  if (options === null) {
    console.log(usage);
    return 0;
  }
  const { BASE_URL: baseUrl = "", API_KEY: apiKey = "" } = process.env;
  if (baseUrl === "" || apiKey === "")
    throw new WrongUse("Set BASE_URL and API_KEY to the service's address and your key.");
  const isTerminal = process.stdout.isTTY === true;
  const isStaged = await stageFolder({
    ...options,
    client: imageStaging({ baseUrl, apiKey, maxRetries: 20 }),
    decode,
    askRoom: asker(() => createInterface({ input: process.stdin, output: process.stdout })),
    terminal: { isTerminal, say: (line) => console.log(line), write: (text) => process.stdout.write(text) },
  });
  return isStaged ? 0 : 1;
}

process.on("SIGINT", () => {
  console.log("\nStopped. What was sent goes on: run the same command again for the rest.");
  process.exit(130);
});
main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    const isKnown = error instanceof WrongUse || error instanceof StagingError || error instanceof RangeError;
    console.error(isKnown ? error.message : error);
    process.exitCode = 2;
  },
);
