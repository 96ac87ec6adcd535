import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { listen } from "@image-staging/local-cloud/http";
import { expect, test } from "vitest";

/** As the function has it: lib/pipeline.ts, `tightMemory`. */
const tight = { flags: ["--max-semi-space-size=1"], environment: { MALLOC_ARENA_MAX: "1" } };

test("an upload of 50 MiB is read with at most 30 MiB of memory above idle, and arrives as it was put", async () => {
  const picture = Buffer.alloc(50 * 2 ** 20, "picture");
  const store = await listen(0, (request, response) => {
    response.end(request.url?.includes("large") ? picture : "small");
  });
  const directory = await mkdtemp(join(tmpdir(), "upload-"));
  const file = join(directory, "original");
  const program = join(import.meta.dirname, "fetch-upload.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [...tight.flags, program, file], {
    env: {
      ...process.env,
      ...tight.environment,
      AWS_ENDPOINT_URL_S3: store.url,
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      BUCKET_NAME: "pictures",
    },
  });
  console.log("50 MiB of an upload read:", stdout.trim());
  expect(picture.equals(await readFile(file))).toBe(true);
  expect(JSON.parse(stdout).grewMiB).toBeLessThanOrEqual(30);
  await rm(directory, { recursive: true });
  await store.close();
});
