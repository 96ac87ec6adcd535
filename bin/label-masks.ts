import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writtenMasks } from "./label-masks/masks.ts";

writeFileSync(join(import.meta.dirname, "../lambdas/runtime/picture/label-masks.ts"), await writtenMasks());
