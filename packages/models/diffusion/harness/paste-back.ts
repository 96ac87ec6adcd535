import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateRoom } from "@image-staging/generated/rooms";
import { stageGenerated } from "@image-staging/rendered/drift";
import sharp from "sharp";
import { modelPython } from "./environment.ts";

/**
 * `npm run paste-back -w packages/models/diffusion -- 12`: draws rooms (default 4), furnishes them with the rendered model,
 * and prints what paste-back keeps of light and detail (`scripts/paste_back`).
 */
const run = promisify(execFile);
const cwd = join(import.meta.dirname, "..");
const size = { width: 900, height: 600 };
const [wanted = "4"] = process.argv.slice(2);

async function draw(seed: number, folder: string): Promise<boolean> {
  const room = generateRoom(seed, size);
  const request = { roomType: "Living Room", style: "scandi", seed } as const;
  const staged = await stageGenerated(room, request, { threads: 1, draft: true });
  if ("declined" in staged) return false;
  const place = join(folder, String(seed));
  mkdirSync(place);
  for (const [name, data] of Object.entries({ room: room.picture.data, "staged-0": staged.data }))
    await sharp(data, { raw: { ...size, channels: 3 } }).toFile(join(place, `${name}.png`));
  return true;
}

const folder = mkdtempSync(join(tmpdir(), "paste-back-"));
try {
  const python = await modelPython();
  for (let [seed, drawn] = [30_000, 0]; drawn < Number(wanted); seed++) if (await draw(seed, folder)) drawn++;
  const env = { ...process.env, OMP_NUM_THREADS: "1", PYTHONDONTWRITEBYTECODE: "1" };
  const { stdout } = await run(python, ["-m", "scripts.paste_back", folder], { cwd, env });
  process.stdout.write(stdout);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
