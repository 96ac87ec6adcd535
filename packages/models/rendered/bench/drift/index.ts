/** Pairs for measuring what finds drift: honest stagings of generated rooms, and the same with one thing changed. */
export { afterMove, type CameraChange, cameraMoves } from "./camera-move.ts";
export { type Change, changed, changes } from "./changes.ts";
export { furnished, type StagedPicture, visibleShare } from "./furnished.ts";
export { graded } from "./graded.ts";
export { showsFixture } from "./openings.ts";
export { type Staged, stageGenerated } from "./stage-generated.ts";
export type { KnownRoom } from "./surface-view.ts";
