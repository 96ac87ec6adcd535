import { spawn } from "node:child_process";
import { join } from "node:path";
import { pythonPrograms } from "@image-staging/local-cloud/python";
import { startService } from "../../../support/service.ts";
import { schemathesis } from "./packages.ts";

/**
 * `npm run test:long -- schemathesis`: a foreign tool makes valid and invalid requests from openapi.json, sends them to a running
 * service and applies its checks to the answers. Exits with 1 at any failure. `SCHEMATHESIS_EXAMPLES` is how many
 * requests a phase makes of an operation at most.
 */
const examples = process.env.SCHEMATHESIS_EXAMPLES ?? "40";
const openApi = join(import.meta.dirname, "../../../../packages/openapi/openapi.json");

/**
 * By tag: requests without a key are limited by address, and each service counts its own. Each has its process, because the
 * storage functions stay with the first table that they reach.
 */
const parts = [["Source assets", "Generations"], ["Usage and billing"], ["Keys"], ["Webhooks"]];

const tags = process.argv.slice(2);
if (tags.length > 0) process.exitCode = await tryOperations(tags);
else
  for (const part of parts) {
    const code = await run(
      process.execPath,
      [...process.execArgv, import.meta.filename, ...part],
      process.cwd(),
    );
    if (code !== 0) process.exitCode = code;
  }

async function tryOperations(ofTags: string[]): Promise<number> {
  const programs = await pythonPrograms(schemathesis);
  const service = await startService({ strictNetwork: true });
  try {
    Object.assign(process.env, service.environment);
    const { apiKey } = await service.newPartner();
    const args = [
      ...["--config-file", join(import.meta.dirname, "schemathesis.toml")],
      ...["run", openApi, "--url", service.baseUrl, "--header", `Authorization: Bearer ${apiKey}`],
      ...ofTags.flatMap((tag) => ["--include-tag", tag]),
      ...["--max-examples", examples, "--seed", "1", "--generation-database", "none"],
    ];
    // In the service's folder, so that what the program writes goes with the service.
    return await run(join(programs, "schemathesis"), args, service.dataDir);
  } finally {
    await service.stop();
  }
}

function run(program: string, args: string[], folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", cwd: folder });
    child.on("error", reject).on("exit", (code) => resolve(code ?? 1));
  });
}
