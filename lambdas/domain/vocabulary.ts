import * as models from "@image-staging/inference-contract/vocabulary";
import * as v from "valibot";

/** The modes of a job as stored: a staged panorama or floor plan has its capture type as its mode. */
const jobModes = [...models.modes, "panorama360", "floorplan"] as const;
/** How an output says that it was altered: not at all, in the picture, or there and on a public page. */
const disclosures = ["none", "label", "label_and_page"] as const;
const jobStatuses = ["ingesting", "queued", "running", "succeeded", "failed"] as const;
const ingestStatuses = ["queued", "ingesting", "ready", "failed"] as const;

/** The enumerations (contract, vocabulary.*). What models are asked for, the inference contract lists. */
const oneOf = <const T extends readonly string[]>(values: T) =>
  v.picklist(values, `must be one of ${values.join(", ")}`);

export const Workflow = oneOf(models.workflows);
export const CaptureType = oneOf(models.captureTypes);
export const Mode = oneOf(models.modes);
export const MaskUse = oneOf(models.maskUses);
export const JobMode = v.picklist(jobModes);
export const StylePreset = oneOf(models.stylePresets);
export const RoomType = oneOf(models.roomTypes);
export const Disclosure = oneOf(disclosures);
export const JobStatus = oneOf(jobStatuses);
export const IngestStatus = v.picklist(ingestStatuses);

export type Workflow = v.InferOutput<typeof Workflow>;
export type CaptureType = v.InferOutput<typeof CaptureType>;
export type Mode = v.InferOutput<typeof Mode>;
export type MaskUse = v.InferOutput<typeof MaskUse>;
export type JobMode = v.InferOutput<typeof JobMode>;
export type StylePreset = v.InferOutput<typeof StylePreset>;
export type RoomType = v.InferOutput<typeof RoomType>;
export type Disclosure = v.InferOutput<typeof Disclosure>;
export type JobStatus = v.InferOutput<typeof JobStatus>;
export type IngestStatus = v.InferOutput<typeof IngestStatus>;
