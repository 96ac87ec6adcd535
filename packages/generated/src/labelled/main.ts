import { appendFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { drawRoom } from "./draw.ts";
import { isStored, openFolder, storeRoom } from "./store.ts";

const usage = "npm run draw -- FROM COUNT FOLDER";

/**
 * Draws labelled rooms by their seeds, from FROM on, on one thread. What FOLDER holds already is skipped, so the same
 * command goes on where it was stopped; a seed that fails is noted in failed.log.
 */
async function main([from, count, folder]: readonly string[]): Promise<void> {
  if (!folder || !Number.isInteger(Number(from)) || !Number.isInteger(Number(count)))
    throw new Error(`Usage: ${usage}`);
  openFolder(folder);
  sharp.concurrency(1);
  for (let seed = Number(from); seed < Number(from) + Number(count); seed++) {
    if (isStored(folder, seed)) continue;
    const used = process.cpuUsage();
    try {
      const room = drawRoom(seed);
      const { user, system } = process.cpuUsage(used);
      await storeRoom(folder, seed, room, Number(((user + system) / 1e6).toFixed(2)));
    } catch (error) {
      appendFileSync(join(folder, "failed.log"), `${seed} ${error instanceof Error ? error.stack : error}\n`);
    }
  }
}

await main(process.argv.slice(2));
