import { type Draw, type Model, otherModel } from "@image-staging/inference-contract/serving/model";
import { decode, encodeJpeg } from "@image-staging/inference-contract/serving/picture";
import { changeOf, isWorthIt } from "./change.ts";
import { lostBy } from "./exposed.ts";
import { proCapture } from "./index.ts";
import { version } from "./version.ts";

/**
 * Enhances pictures (pro_capture), for every back end. It grades the whole picture, so there is no edit mask. The same request
 * gives the same pictures on every machine. A picture with good light and no
 * lean is declined, and a photo that is black or burnt out.
 */
export const enhance: Model = {
  version,
  prepare: async ({ task }, source, report = () => {}) => {
    report("analysis", 0);
    if (task.workflow !== "pro_capture") return otherModel("This model enhances pictures, and stages none.");
    const picture = await decode(source);
    const lost = task.capture === "floorplan" ? undefined : lostBy(picture);
    if (lost) return { reason: "badly_exposed", message: lost };
    const first = proCapture(picture, task.capture);
    if (!first.upright && !isWorthIt(changeOf(picture, first.data))) return nothingToImprove;
    const draw: Draw = async (nth) => {
      const { data, upright } = nth === 0 ? first : proCapture(picture, task.capture, nth);
      const drawn = { picture: await encodeJpeg({ ...picture, data }), score: 1 / (1 + nth / 10) };
      return upright ? { ...drawn, homography: upright.homography } : drawn;
    };
    return draw;
  },
};

const nothingToImprove = {
  reason: "nothing_to_improve",
  message: "The light and colour of this picture are good already, so there is nothing to enhance.",
};
