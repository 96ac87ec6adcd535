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

const programs = await pythonPrograms(schemathesis);
const service = await startService({ strictNetwork: true });
try {
  Object.assign(process.env, service.environment);
  const { apiKey } = await service.newPartner();
  process.exitCode = await run(join(programs, "schemathesis"), [
    ...["--config-file", join(import.meta.dirname, "schemathesis.toml")],
    ...["run", openApi, "--url", service.baseUrl, "--header", `Authorization: Bearer ${apiKey}`],
    ...["--max-examples", examples, "--seed", "1", "--generation-database", "none"],
  ]);
} finally {
  await service.stop();
}

/** Runs a program in the service's folder, so that what it writes goes with the service. */
function run(program: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", cwd: service.dataDir });
    child.on("error", reject).on("exit", (code) => resolve(code ?? 1));
  });
}
