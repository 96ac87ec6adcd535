#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";

/** The program waits more than it computes, so it trades speed for memory: it streams a ledger of any size. */
const thrift = ["--optimize-for-size", "--semi-space-growth-factor=1", "--no-turbofan", "--no-maglev"];
for (const flag of thrift) setFlagsFromString(flag);

// Whoever reads the output, such as head, may have enough of it.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const { runAdmin } = await import("./admin/run.ts");
process.exitCode = await runAdmin(process.argv.slice(2));
