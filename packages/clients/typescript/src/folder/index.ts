export { asker } from "./ask.ts";
export { listingOf, listingRule } from "./listing-name.ts";
export { type FolderRun, stageFolder } from "./run.ts";
