import { becomeLean } from "./lean-process.ts";

becomeLean();
await import("./command.ts");
