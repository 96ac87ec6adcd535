/**
 * The rendered model: `stage(request, picture, quality)` furnishes a photo of an empty room. It takes the decoded photo
 * (8-bit sRGB, three bytes a pixel), room types, a style and a seed, and returns staged pictures of the same size, each
 * with a mask of what it changed, or `declined` with a reason that a partner can show. It takes seconds of processor
 * time, and starts as many worker threads as `quality.threads` says.
 */
export type { Picture } from "@image-staging/picture/picture";
export type { Quality } from "./composite/compose.ts";
export type { Declined } from "./declined.ts";
export { type Candidate, type Staged, type StageRequest, stage } from "./stage.ts";
