import { becomeLean } from "../../local-cloud/src/lean-process.ts";

// First, so that nothing is loaded twice.
becomeLean();
await import("./command.ts");
