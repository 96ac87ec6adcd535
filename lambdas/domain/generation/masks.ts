import { masks } from "@image-staging/inference-contract/masks";
import * as v from "valibot";
import { MaskUse, Mode } from "../vocabulary.ts";

/** What a stage's model does with masks, by the mode of a staged photo. */
export const Masks = v.record(Mode, MaskUse);
export type Masks = Record<Mode, MaskUse>;

/** The setting of a function that knows what the stage's own model does with masks, as JSON. */
export const MasksSetting = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ refurnish: MaskUse, renovate: MaskUse, clean: MaskUse }),
);

/** What the model of sandboxes does with them. */
export const masksOfSandboxes: Masks = masks.simulated;
