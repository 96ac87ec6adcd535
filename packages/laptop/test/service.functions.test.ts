import { rmSync } from "node:fs";
import { discard, makeAssembly } from "@image-staging/local-cloud/test/assembly";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService } from "./support/service.ts";

const decoder = import.meta.resolve("service/lambdas/runtime/picture/decoder.ts");
/** Reads the header of a picture so many times, and returns what goes wrong. */
const readingPictures = `import { readHeader } from "${decoder}";
  export const handler = async ({ picture, times }) => {
    const errors = [];
    for (let time = 0; time < times; time++)
      await readHeader(Buffer.from(picture, "base64")).catch(({ message }) => errors.push(message));
    return errors;
  };`;

const assembly = makeAssembly({
  Variables: { code: "export const handler = async () => process.env;" },
  Reading: { code: readingPictures },
  ReadingToo: { code: readingPictures },
});
let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService(assembly);
});
afterAll(async () => {
  await discard(service);
  rmSync(assembly, { recursive: true });
});

async function invoke(name: string, payload: unknown = {}, on = service) {
  const result = await on.invoke(name, JSON.stringify(payload));
  return "payload" in result ? JSON.parse(result.payload) : result;
}

test("functions may call local addresses, but not with the strict network", async () => {
  expect(await invoke("Variables")).toHaveProperty("ALLOW_LOCAL_NETWORK", "true");
  const strict = await startTestService(assembly, { strictNetwork: true });
  expect(await invoke("Variables", {}, strict)).not.toHaveProperty("ALLOW_LOCAL_NETWORK");
  await discard(strict);
});

test("a function that starts to read pictures disturbs none that reads one, and none reads SVG", async () => {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const read = async (name: string, picture: Buffer, times = 1) =>
    invoke(name, { picture: picture.toString("base64"), times });
  await read("Reading", jpeg);
  const busy = [1, 2, 3, 4].map(() => read("Reading", jpeg, 2000));
  for (let start = 0; start < 12; start++) {
    expect(await read("ReadingToo", jpeg)).toEqual([]);
    await service.killFunction("ReadingToo");
  }
  expect((await Promise.all(busy)).flat()).toEqual([]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
  for (const name of ["Reading", "ReadingToo"])
    expect(await read(name, svg)).toEqual([expect.stringContaining("unsupported image format")]);
});
