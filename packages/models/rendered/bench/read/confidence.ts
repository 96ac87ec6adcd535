import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { curveOf, type Judged } from "../confidence.ts";

const usage = "npm run confidence -w packages/models/rendered -- ANSWERS SCORES";

/** What a scorer says of a photo: how far the masks of walls and floor overlap with the true ones. */
interface Scored {
  name: string;
  walls?: number;
  floor?: number;
}

/** Prints how confidence predicts the error on photos: by the folder that `read` wrote, and its scores (`{"each": [{"name", "walls", "floor"}]}`). */
async function main(): Promise<void> {
  const [answers, scores] = process.argv.slice(2);
  if (answers === undefined || scores === undefined) throw new Error(`Name a folder and a file: ${usage}`);
  const { each }: { each: Scored[] } = JSON.parse(await readFile(scores, "utf8"));
  for (const surface of ["walls", "floor"] as const) {
    const judged: Judged[] = [];
    for (const scored of each) {
      const { confidence } = JSON.parse(await readFile(join(answers, `${scored.name}.answer.json`), "utf8"));
      const overlap = scored[surface];
      if (!confidence || overlap === undefined) continue;
      judged.push({ confidence: confidence.room, error: 1 - overlap });
    }
    console.log(curveOf(`share of ${surface} that is wrong`, judged));
  }
}

await main();
