import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../project.ts";
import { writtenMasks } from "./masks.ts";

writeFileSync(join(projectRoot, "lambdas/runtime/picture/label-masks.ts"), await writtenMasks());
