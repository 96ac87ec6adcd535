import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type GenerationSettings, type ImageStaging, imageStaging } from "@image-staging/client";
import { drawFloorplan, drawPanorama, drawRoom } from "@image-staging/inference-contract/sample-pictures";
import sharp from "sharp";
import * as v from "valibot";

const Description = v.object({ pid: v.number(), base_url: v.string(), api_key: v.string() });

/** `npm start -- --model-url`, with a new data directory. */
async function startService(modelUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), "model-road-"));
  const child = spawn(process.execPath, ["packages/laptop/src/main.ts", "--model-url", modelUrl], {
    cwd: join(import.meta.dirname, "../../../.."),
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill();
      await once(child, "exit");
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (;;) {
    const described = readDescription(join(dataDir, "service.json"));
    if (described !== undefined && described.pid === child.pid)
      return { ...described, [Symbol.asyncDispose]: stop };
    if (child.exitCode !== null) {
      await stop();
      throw new Error("The local service did not start.");
    }
    await pause(100);
  }
}

function readDescription(file: string): v.InferOutput<typeof Description> | undefined {
  try {
    return v.parse(v.pipe(v.string(), v.parseJson(), Description), readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

type Trip = { data: Buffer; width: number; height: number; task: GenerationSettings };

const trips = async (): Promise<Trip[]> => {
  const photo = { data: await drawRoom(1024, 768), width: 1024, height: 768 };
  const panorama = { data: await drawPanorama(1024), width: 1024, height: 512 };
  const plan = { data: await drawFloorplan(800, 600), width: 800, height: 600 };
  const refurnish = {
    workflow: "staging",
    capture_type: "photo",
    mode: "refurnish",
    room_types: ["Living Room"],
    style_preset: "modern",
  } satisfies GenerationSettings;
  return [
    { ...photo, task: refurnish },
    { ...photo, task: { workflow: "pro_capture", capture_type: "photo" } },
    { ...panorama, task: { workflow: "staging", capture_type: "panorama360", style_preset: "scandi" } },
    { ...plan, task: { workflow: "staging", capture_type: "floorplan" } },
  ];
};

async function travel(client: ImageStaging, { data, width, height, task }: Trip): Promise<void> {
  const name = `${task.workflow} of a ${task.capture_type}`;
  const file = new File([new Uint8Array(data)], "picture.jpg");
  const [output] = (await client.generations.create({ file, ...task }).wait()).outputs;
  if (output === undefined) throw new Error(`The job for ${name} has no output.`);
  const picture = await sharp(await (await client.download(output)).arrayBuffer()).metadata();
  if (picture.width !== width || picture.height !== height)
    throw new Error(
      `The output of ${name} is ${picture.width} x ${picture.height}, not ${width} x ${height}.`,
    );
  console.log(`  ✓ ${name}`);
}

/** Stages a picture of every kind over the local service's API, with this container in place of the simulated model. */
export async function takePicturesThrough(modelUrl: string): Promise<void> {
  await using service = await startService(modelUrl);
  const client = imageStaging({ baseUrl: service.base_url, apiKey: service.api_key });
  for (const trip of await trips()) await travel(client, trip);
}
