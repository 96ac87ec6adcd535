import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type ImageStaging, imageStaging, webhooks } from "@image-staging/client";
import { type Call, perform } from "@image-staging/conformance/perform";
import { expectOutcome, readTable, type Thrown } from "@image-staging/conformance/tables";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { isFullRun } from "../../support/full-run.ts";
import { installByReadme } from "../../support/install-block.ts";
import { startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/until.ts";
import { newPartner, service } from "../shared/service.ts";

type PictureName = "room" | "large";
type Step = Omit<Call, "file"> & {
  save?: Record<string, string>;
  returns?: unknown;
  throws?: Thrown;
};
type Journey = { title: string; sandbox?: boolean; steps: (Step & { file?: PictureName })[] };

const receiver = await startReceiver();
const folder = mkdtempSync(join(tmpdir(), "client-"));
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true });
});

const room = await drawRoom(400, 300);
/** A comment of the longest kind that a JPEG has. */
const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533)]);
const pictures = {
  room: new Uint8Array(room),
  // Of few pixels, so that it is long to send and quick to stage.
  large: new Uint8Array(Buffer.concat([room.subarray(0, 2), ...Array(70).fill(comment), room.subarray(2)])),
};

test.each<Journey>(readTable("service.json"))("$title", async ({ sandbox = false, steps }) => {
  expect(pictures.large.length).toBeGreaterThan(4 * 1024 * 1024);
  const partner = await newPartner({}, { sandbox });
  const client = imageStaging({ baseUrl: service.baseUrl, apiKey: partner.apiKey });
  const saved: Record<string, unknown> = { receiver: receiver.url };
  for (const { file, ...written } of steps) {
    const step: Step = JSON.parse(
      JSON.stringify(written).replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(saved[name])),
    );
    const result = await expectOutcome(take(client, partner.secret, step, file), step);
    for (const [name, field] of Object.entries(step.save ?? {})) saved[name] = Object(result)[field];
  }
});

async function take(client: ImageStaging, secret: string, step: Step, file?: PictureName) {
  const { id = "" } = step;
  if (step.do === "webhooks.verify") {
    const message = await until(() => receiver.receivedFor(id)[0]);
    return webhooks.verify(message?.body ?? "", message?.headers ?? {}, secret);
  }
  if (step.do === "download") {
    const [output] = (await client.generations.get(id)).outputs;
    if (!output) throw new Error("The job has no output.");
    return sharp(await (await client.download(output)).arrayBuffer()).metadata();
  }
  return perform(client, { ...step, ...(file && { file: pictures[file] }) }, { pollMs: 100 });
}

/** A partner's program. */
const stage = `
  async function stage([baseUrl, apiKey]) {
    const staging = imageStaging({ baseUrl, apiKey });
    const file = await (await import("node:fs")).openAsBlob("room.jpg");
    const job = await staging.generations.create({ file, workflow: "pro_capture", capture_type: "photo" }).wait();
    console.log(job.status, (await staging.download(job)).size > 1000);
  }
  stage(process.argv.slice(2));`;

test.runIf(isFullRun)(
  "the client, installed by its README in an empty folder, runs a job, imported or required",
  async () => {
    // The service is in this process: nothing may block it.
    const run = promisify(execFile);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "partner", private: true }));
    await installByReadme(join(import.meta.dirname, "../../../packages/clients/typescript"), folder);
    writeFileSync(join(folder, "room.jpg"), pictures.room);
    const typed =
      'import { imageStaging } from "@image-staging/client"; export const made: object = imageStaging;';
    const imported = 'import { imageStaging } from "@image-staging/client";';
    const required = 'const { imageStaging } = require("@image-staging/client");';
    const programs = { "typed.mts": typed, "typed.cts": typed, "stage.mjs": imported, "stage.cjs": required };
    for (const [file, text] of Object.entries(programs))
      writeFileSync(join(folder, file), file.startsWith("stage") ? `${text}\n${stage}` : text);
    const tsc = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
    const strict = ["--ignoreConfig", "--strict", "--noEmit", "--module", "nodenext", "--lib", "esnext,dom"];
    await run(process.execPath, [tsc, ...strict, "typed.mts", "typed.cts"], { cwd: folder });
    const { apiKey } = await newPartner();
    for (const program of ["stage.mjs", "stage.cjs"]) {
      const { stdout } = await run("node", [program, service.baseUrl, apiKey], { cwd: folder });
      expect(stdout.trim()).toBe("succeeded true");
    }
  },
);
