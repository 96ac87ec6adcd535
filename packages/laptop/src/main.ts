import { becomeLean } from "@image-staging/local-cloud/lean-process";

// First, so that nothing is loaded twice.
becomeLean();
await import("./command.ts");
