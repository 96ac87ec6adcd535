import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawMask, drawPanorama, drawRoom } from "@image-staging/inference-contract/sample-pictures";

/** What the program of each guide prints, in every language. */
export const printedBy: Record<string, RegExp> = {
  quickstart: /succeeded/,
  jobs: /(job_\w+)\n\1|true/,
  listings: /^\d{4}-\S+Z\n2\n(job_\w+\s+\w+\n){2}elm-street-5\n$/m,
  uploads: /./,
  "furnished-rooms": /ingesting/,
  webhooks: /./,
  sandbox: /no_approved_output/,
  disclosure: /^https?:\/\/\S+\/d\/\w+$/m,
  billing: /([0-9a-f]{64})[\s\S]*\1|true$/im,
  keys: /^(\w{26})\b[\s\S]*\1\s+billing[\s\S]*^\d{4}-\d\d-\d\dT\S+$/m,
  errors: /validation_error/,
};

/** An empty folder with the pictures that the guides name. */
export async function guideFolder() {
  const folder = mkdtempSync(join(tmpdir(), "guides-"));
  writeFileSync(join(folder, "living-room.jpg"), await drawRoom(480, 360));
  writeFileSync(join(folder, "panorama.jpg"), await drawPanorama(1024));
  writeFileSync(join(folder, "mask.png"), await drawMask(480, 360));
  return folder;
}

/** Whether this machine has what the commands of the guides use. */
export const hasCommands = ["bash", "curl", "jq"].every(
  (name) => spawnSync(name, ["--version"]).status === 0,
);
