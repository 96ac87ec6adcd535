import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startMiniStack } from "@image-staging/local-cloud/dynamodb/ministack";
import { listen } from "@image-staging/local-cloud/http";
import { miniStack, pythonPrograms } from "@image-staging/local-cloud/python";

/** `npm run test:long -- ministack`: the HTTP tests on the table of MiniStack, which is what a machine without dynoxide has. */
const root = join(import.meta.dirname, "../../..");
const limitMs = 60_000;

async function freePort(): Promise<number> {
  const { port, close } = await listen(0, () => {});
  await close();
  return port;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

const port = await freePort();
const endpoint = `http://127.0.0.1:${port}`;
const table = startMiniStack(
  await pythonPrograms(miniStack),
  { host: "127.0.0.1", port },
  undefined,
  () => {},
);
try {
  for (const deadline = Date.now() + limitMs; !(await answers(endpoint)); await pause(200))
    if (Date.now() > deadline) throw new Error("MiniStack did not start.");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(
    process.execPath,
    [vitest, "run", "--project", "shared-service", ...process.argv.slice(2)],
    {
      cwd: root,
      // It is slower by far: 500 creates at once would not be answered within a function's 15 seconds.
      env: { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: endpoint, CONCURRENT_CREATES: "80" },
      stdio: "inherit",
    },
  );
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
} finally {
  await table.stop();
}
