import sharp from "sharp";
import { expect, test } from "vitest";
import { pixelsOf } from "../../../../lambdas/runtime/picture/decoder.ts";
import { isFullRun } from "../../../support/full-run.ts";
import { damages, outcomeOf, wholes } from "./damaged-pictures.ts";
import { temporaryFolder } from "./working-copies.ts";

const folder = temporaryFolder();
const count = isFullRun ? 10_000 : 168;
/** 1 % of a picture's. */
const lostBlocksSeen = 11;
const seed = Number(process.env.DAMAGE_SEED ?? 20_261_129);

function randomFrom(start: number): (below: number) => number {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const isNoticed = (picture: Buffer) =>
  sharp(picture, { failOn: "warning" })
    .raw()
    .toBuffer()
    .then(
      () => false,
      () => true,
    );

/**
 * A JPEG has no checksum: damage that leaves its data such as an encoder can have written changes what is seen, and nobody can
 * notice. What a decoder notices must be refused, unless every pixel is as it was; so must what leaves 1 % of the blocks
 * without detail, but for a few whose brightness shifts to white or black.
 */
test(`of ${count} damaged pictures (DAMAGE_SEED=${seed}), none is accepted that lost pixels as a decoder notices`, async () => {
  const random = randomFrom(seed);
  const tally: Record<string, number> = {};
  const wrong: string[] = [];
  const blank: string[] = [];
  const decoded = new Map<string, Buffer>();
  for (const [kind, whole] of Object.entries(wholes)) decoded.set(kind, (await pixelsOf(whole)).pixels);
  const cases = Object.keys(damages).flatMap((hurt) =>
    Object.keys(wholes).map((kind) => [kind, hurt] as const),
  );
  for (let nth = 0; nth < count; nth++) {
    const [kind = "", hurt = ""] = cases[nth % cases.length] ?? [];
    const whole = wholes[kind] ?? Buffer.alloc(0);
    const damaged = damages[hurt]?.(whole, random) ?? Buffer.alloc(0);
    const asDecoded = decoded.get(kind) ?? Buffer.alloc(0);
    const found = await outcomeOf(damaged, { whole, decoded: asDecoded }, folder.path("out.jpg"));
    const how = found.accepted ? "accepted" : "refused";
    const unnoticed = `unnoticed by decoders${found.lostBlocks >= lostBlocksSeen ? ", 1 % of blocks without detail" : ""}`;
    const what = found.isWhole ? "whole" : (await isNoticed(damaged)) ? "lost pixels" : unnoticed;
    const format = kind.includes("JPEG") ? "JPEG" : "PNG";
    const detail = !found.accepted && found.isWhole ? `: ${kind}, ${hurt}` : "";
    const line = `${format} ${how}, ${what}${detail}`;
    tally[line] = (tally[line] ?? 0) + 1;
    const isWrong = found.accepted && !found.isWhole && (format === "PNG" || what === "lost pixels");
    if (isWrong) wrong.push(`${nth}: ${kind}, ${hurt}`);
    if (found.accepted && found.lostBlocks >= lostBlocksSeen) blank.push(`${nth}: ${kind}, ${hurt}`);
  }
  console.log(
    Object.entries(tally)
      .toSorted()
      .map(([line, times]) => `${times} ${line}`)
      .join("\n"),
  );
  expect(wrong).toEqual([]);
  expect(blank.length, blank.join("\n")).toBeLessThanOrEqual(Math.ceil(count / 500));
}, 1_800_000);
