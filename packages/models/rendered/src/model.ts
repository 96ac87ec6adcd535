import { availableParallelism } from "node:os";
import { type Capture, proCapture } from "@image-staging/enhance";
import { changeOf, isWorthIt } from "@image-staging/enhance/change";
import type { Draw, Model, Report, Source } from "@image-staging/inference-contract/serving/model";
import { maxPixels, type Task } from "@image-staging/inference-contract/serving/request";
import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import type { Picture } from "@image-staging/picture/picture";
import { preparePlan } from "@image-staging/plans";
import sharp from "sharp";
import type { Declined } from "./declined.ts";
import { declines } from "./declines.ts";
import { prepareStage } from "./stage.ts";
import { version } from "./version.ts";

/** What the model stages a photo as if the request names no style. */
const defaultStyle: StylePreset = "scandi";

/**
 * Furnishes photos of empty rooms and floor plans, gives rooms new floors and walls, and enhances pictures, on this machine's
 * processors. The same request gives the same pictures on every machine. It declines what it cannot do well.
 */
export const rendered: Model = {
  version,
  prepare: async ({ task, seed }, source, report = () => {}) => {
    report("analysis", 0);
    if (task.workflow === "pro_capture") return enhance(await decode(source), task.capture);
    if (task.kind === "floorplan")
      return drawPlan({ style: task.style ?? defaultStyle, seed }, await decode(source), report);
    const asked = furnishingOf(task);
    if ("reason" in asked) return asked;
    const picture = await decode(source);
    const staged = prepareStage({ ...asked, seed }, picture);
    if ("declined" in staged) return staged.declined;
    const quality = { threads: availableParallelism(), report };
    // A room that cannot be furnished is declined for the whole request.
    const first = await staged.candidate(0, quality);
    if ("declined" in first) return first.declined;
    const { camera, room } = staged.analysis.confidence;
    const draw: Draw = async (nth) => {
      const found = nth === 0 ? first : await staged.candidate(nth, quality);
      const { data, mask } = "declined" in found ? first : found;
      return { ...(await encode(picture, data, mask)), score: scoreOf(Math.min(camera, room)) };
    };
    return draw;
  },
};

async function drawPlan(asked: { style: StylePreset; seed: number }, picture: Picture, report: Report) {
  const plan = await preparePlan(asked, picture);
  if ("declined" in plan) return plan.declined;
  const score = scoreOf(plan.analysis.scaleFrom === "sizes" ? 1 : 0.5);
  const draw: Draw = async (nth) => {
    report("layout", 0.5);
    const { data, mask } = plan.candidate(nth);
    return { ...(await encode(picture, data, mask)), score };
  };
  return draw;
}

const needsTrainedModel = { reason: "needs_trained_model", message: declines.modes.clean };

/** An enhancement grades the whole picture, so it has no edit mask. A picture with good light and no lean is declined. */
function enhance(picture: Picture, capture: Capture): Draw | Declined["declined"] {
  const first = proCapture(picture, capture);
  if (!first.upright && !isWorthIt(changeOf(picture, first.data))) return nothingToImprove;
  return async (nth) => {
    const { data, upright } = nth === 0 ? first : proCapture(picture, capture, nth);
    const drawn = { picture: await encodeJpeg(picture, data), score: 1 / (1 + nth / 10) };
    return upright ? { ...drawn, homography: upright.homography } : drawn;
  };
}

const nothingToImprove = {
  reason: "nothing_to_improve",
  message: "The light and colour of this picture are good already, so there is nothing to enhance.",
} as const;

/** How, as which rooms (of a photo) and in which style to furnish, or why this model does not do the task. */
function furnishingOf(task: Exclude<Task, { workflow: "pro_capture" } | { kind: "floorplan" }>) {
  switch (task.kind) {
    case "refurnish":
    case "renovate":
      return { mode: task.kind, roomTypes: task.roomTypes, style: task.style ?? defaultStyle };
    case "clean":
      return needsTrainedModel;
    case "panorama360":
      return { style: task.style ?? defaultStyle };
  }
}

async function decode({ data, width, height }: Source): Promise<Picture> {
  const pixels = sharp(data, { limitInputPixels: maxPixels, failOn: "error" })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw();
  return { data: await pixels.toBuffer(), width, height };
}

/** Colour at full resolution, so that the edges of pieces keep theirs. */
const encodeJpeg = ({ width, height }: Picture, data: Uint8Array): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
    .toBuffer();

async function encode(picture: Picture, data: Uint8Array, mask: Uint8Array) {
  const { width, height } = picture;
  const edited = sharp(mask, { raw: { width, height, channels: 1 } }).toColourspace("b-w");
  return {
    picture: await encodeJpeg(picture, data),
    mask: await edited.png({ compressionLevel: 6 }).toBuffer(),
  };
}

/** Above the bar of every workflow: a room that is not understood was declined before. */
const scoreOf = (confidence: number): number => Math.round(1000 * (0.6 + 0.4 * confidence)) / 1000;
