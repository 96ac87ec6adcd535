export { Band } from "./band.ts";
export { filterGrid, filterMirror } from "./filter.ts";
export { markTouched } from "./grid.ts";
export type { Layers } from "./layers.ts";
export { LightGrid } from "./light-grid.ts";
export type { FloorGloss } from "./mirror-floor.ts";
export type { SmallPhoto } from "./photo.ts";
export { efforts, type Prepared, prepare, type Scene } from "./prepare.ts";
