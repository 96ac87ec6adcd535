import { becomeLean } from "@image-staging/local-cloud/lean-process";
import { leaveAws } from "@image-staging/local-cloud/shell";

leaveAws();
// First, so that nothing is loaded twice.
becomeLean();
await import("./command.ts");
