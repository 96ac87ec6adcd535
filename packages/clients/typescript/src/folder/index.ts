export { asker } from "./ask.ts";
export { listingOf, listingRule } from "./listing-name.ts";
export { stageFolder } from "./run.ts";
