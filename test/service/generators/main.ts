import { execFile } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { pythonPrograms } from "@image-staging/local-cloud/python";
import { installApart } from "../../support/install-apart.ts";
import { startService } from "../../support/service.ts";
import { openapiPythonClient } from "../emulated-aws/python/packages.ts";

/**
 * `npm run test:long -- generators`: three generators each make a client from openapi.json; it is compiled or imported and
 * runs one job, from a file to its output, on a running service. Exits with 1 if one of them cannot.
 * docs/generated-clients.md says what to know about each.
 */
const root = join(import.meta.dirname, "../../..");
const openApi = join(root, "packages/openapi/openapi.json");
const work = join(root, ".cache/generators");
const picture = join(work, "room.jpg");
const execute = promisify(execFile);

type Client = {
  name: string;
  make: () => Promise<void>;
  job: (args: string[]) => Promise<{ stdout: string }>;
};

const node = (program: string, ...args: string[]) =>
  execute(process.execPath, [program, ...args], { cwd: work });
const installed = (program: string) => join(work, "node_modules/.bin", program);

const typeScript: Client[] = [
  {
    name: "openapi-typescript with openapi-fetch",
    make: async () => {
      await node(installed("openapi-typescript"), openApi, "-o", "generated/openapi-typescript.d.ts");
    },
    job: (args) => node("openapi-fetch.ts", ...args),
  },
  {
    name: "@hey-api/openapi-ts",
    make: async () => {
      cpSync(openApi, join(work, "openapi.json"));
      await node(installed("openapi-ts"));
    },
    job: (args) => node("hey-api.ts", ...args),
  },
];

const python: Client = {
  name: "openapi-python-client",
  make: async () => {
    const programs = await pythonPrograms(openapiPythonClient);
    const settings = ["--config", join(import.meta.dirname, "python/config.yaml")];
    const generate = (folder: string, ...options: string[]) =>
      execute(join(programs, "openapi-python-client"), [
        ...["generate", "--path", openApi, "--fail-on-warning", ...settings, ...options],
        ...["--output-path", join(work, folder), "--overwrite"],
      ]);
    await generate("generated-python");
    // The configuration mends a client without a project around it, too.
    await generate("generated-python-alone/generated", "--meta", "none");
    const env = { ...process.env, PYTHONPATH: join(work, "generated-python-alone") };
    await execute(join(programs, "python"), ["-c", "import generated.api.generations.create_generation"], {
      env,
    });
  },
  job: async (args) => {
    const programs = await pythonPrograms(openapiPythonClient);
    const env = { ...process.env, PYTHONPATH: join(work, "generated-python"), PYTHONDONTWRITEBYTECODE: "1" };
    return execute(join(programs, "python"), [join(import.meta.dirname, "python/job.py"), ...args], { env });
  },
};

/** Installs the TypeScript generators, and puts their programs and a picture into the same folder. */
async function prepare(): Promise<void> {
  await installApart(join(import.meta.dirname, "package.json"), work);
  for (const made of ["generated", "generated-python"])
    rmSync(join(work, made), { recursive: true, force: true });
  mkdirSync(join(work, "generated-python"));
  cpSync(join(import.meta.dirname, "typescript"), work, { recursive: true });
  writeFileSync(picture, await drawRoom(800, 600));
}

await prepare();
for (const client of [...typeScript, python]) {
  await client.make();
  console.log(`${client.name} makes a client.`);
}
await node(installed("tsc"), "--project", ".").catch((error) => {
  throw new Error(`What the TypeScript generators make does not compile:\n${error.stdout}`);
});
console.log("Those in TypeScript compile under strict.");

const service = await startService();
try {
  Object.assign(process.env, service.environment);
  for (const { name, job } of [...typeScript, python]) {
    const { apiKey } = await service.newPartner();
    const { stdout } = await job([service.baseUrl, apiKey, picture]);
    if (stdout.trim() !== "succeeded") throw new Error(`The job of ${name} ended as ${stdout}`);
    console.log(`The client of ${name} runs a job.`);
  }
} finally {
  await service.stop();
}
