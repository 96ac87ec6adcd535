import { join } from "node:path";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { onTestFinished } from "vitest";
import { runProgram, type Script, startFakeService } from "../fake-service.ts";

/** The picture of every output. */
export const output = await drawRoom(300, 260);

/** Runs the demo on a service of canned answers until the test ends; its outputs go to `out`. */
export async function demo(args: string[], script?: Script) {
  const service = await startFakeService(output, script);
  onTestFinished(service.close);
  const out = join(service.folder, "out");
  return {
    ...(await runProgram("packages/laptop/src/demo/main.ts", service.folder, ["--out", out, ...args])),
    service,
    out,
  };
}
