import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultLimits } from "../../../lambdas/domain/organization/limits.ts";
import { newApiKey, newOrganization } from "../../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../../lambdas/runtime/random.ts";
import { createOrganization, saveApiKey } from "../../../lambdas/storage/organization/organizations.ts";
import { startLocalService } from "../../../local/service.ts";
import { synthesize } from "../../../local/synthesize.ts";
import { pythonPrograms, schemathesis } from "./environment.ts";

/**
 * `npm run test:schemathesis`: a foreign tool makes requests of openapi.json, valid and invalid ones, sends them to a
 * running service and applies all its checks to the answers. Exits with 1 at any failure.
 */
/** How many requests each phase makes of an operation at most. */
const examples = Number(process.env.SCHEMATHESIS_EXAMPLES ?? 40);
const openApi = join(import.meta.dirname, "../../../openapi/openapi.json");

const folder = mkdtempSync(join(tmpdir(), "schemathesis-"));
const programs = await pythonPrograms(schemathesis);
const service = await startLocalService({
  port: 0,
  dataDir: join(folder, "data"),
  assembly: synthesize,
  strictNetwork: true,
});
try {
  Object.assign(process.env, service.environment);
  process.exitCode = await run(join(programs, "schemathesis"), [
    ...["--config-file", join(import.meta.dirname, "schemathesis.toml")],
    ...[
      "run",
      openApi,
      "--url",
      service.baseUrl,
      "--header",
      `Authorization: Bearer ${await unlimitedKey()}`,
    ],
    ...["--max-examples", String(examples), "--seed", "1", "--generation-database", "none"],
  ]);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The key of an organization whose limits no run reaches. */
async function unlimitedKey(): Promise<string> {
  const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, 1_000_000]));
  const organization = { ...newOrganization("Schemathesis", null, new Date(), systemRandom), limits };
  const { key, shownOnce } = newApiKey(organization.organization_id, {}, new Date(), systemRandom);
  await createOrganization(organization);
  await saveApiKey(key);
  return shownOnce;
}

function run(program: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", cwd: folder });
    child.on("error", reject).on("exit", (code) => resolve(code ?? 1));
  });
}
