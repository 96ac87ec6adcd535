import type { Declined, Draw, Model } from "@image-staging/inference-contract/serving/model";
import { decode, encodeEdited, encodeMask } from "@image-staging/inference-contract/serving/picture";
import type { Picture } from "@image-staging/picture/picture";
import { rendered } from "@image-staging/rendered/model";
import sharp from "sharp";
import { type Ask, type Erased, erase } from "./erase.ts";
import { version } from "./version.ts";

/** The eraser has no opinion of its pictures. */
const score = 0.8;

/**
 * The rendered model, before which an eraser removes what a mask covers: `clean` is what it leaves, `refurnish` and `renovate` go on
 * with it as with a photo of an empty room. It is asked once a request, for all candidates. Requests without a mask are rendered's.
 */
export const erasing = (ask: Ask): Model => ({
  version,
  prepare: async (request, { mask, ...source }, report = () => {}) => {
    const { task, seed } = request;
    if (!mask || task.workflow !== "staging") return rendered.prepare(request, source, report);
    report("analysis", 0);
    const erased = await erase(await decode(source), mask, seed, ask);
    if ("reason" in erased) return erased;
    if (task.kind === "clean")
      return async () => ({ ...(await encodeEdited(erased.picture, erased.mask)), score });
    const draw = await rendered.prepare(request, { ...source, data: await asPng(erased.picture) }, report);
    if (typeof draw === "function") return overBoth(draw, erased);
    return draw.proposedMask ? stillFurnished : draw;
  },
});

/** Draws with an edit mask that covers what was erased, too. */
const overBoth =
  (draw: Draw, { picture, mask }: Erased): Draw =>
  async (nth) => {
    const drawn = await draw(nth);
    const own = drawn.mask && (await sharp(drawn.mask).toColourspace("b-w").raw().toBuffer());
    const both = mask.map((level, i) => Math.max(level, own?.[i] ?? 0));
    return { ...drawn, mask: await encodeMask(both, picture) };
  };

const asPng = ({ data, width, height }: Picture): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();

const stillFurnished: Declined = {
  reason: "no_free_floor",
  message: "The picture shows furniture that the mask leaves. Send a mask that covers all of it.",
};
