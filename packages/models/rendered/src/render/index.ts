export { Band, type Layers } from "./band.ts";
export { filterGrid } from "./filter.ts";
export { LightGrid } from "./light-grid.ts";
export { efforts, type Prepared, prepare, type Scene } from "./prepare.ts";
export type { SmallPhoto } from "./shading.ts";
