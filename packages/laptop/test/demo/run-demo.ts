import { join } from "node:path";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { afterEach } from "vitest";
import { runProgram, type Script, startFakeService } from "../fake-service.ts";

/** The picture of every output. */
export const output = await drawRoom(300, 260);

let service: Awaited<ReturnType<typeof startFakeService>> | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

/** Runs the demo on a service of canned answers until the test ends; its outputs go to `out`. */
export async function demo(args: string[], script?: Script) {
  service = await startFakeService(output, script);
  const out = join(service.folder, "out");
  return {
    ...(await runProgram("packages/laptop/src/demo/main.ts", service.folder, ["--out", out, ...args])),
    service,
    out,
  };
}
