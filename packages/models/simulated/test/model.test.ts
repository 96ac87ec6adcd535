import { type Fetch, invoke as invokeModel } from "@image-staging/inference-contract/serving/invocation";
import { tasks } from "@image-staging/inference-contract/tasks";
import { candidate, requestFor, storeOf } from "@image-staging/inference-contract/test/request";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { handler } from "../src/lambda.ts";
import { simulated } from "../src/model.ts";
import { difference, panorama, photo, pictureFor } from "./pictures.ts";

const invoke = (body: unknown, fetch: Fetch) => invokeModel(simulated, body, fetch);

/** In a full run, each task; else every second. */
const drawn = tasks.filter((_, index) => process.env.FULL_RUN !== undefined || index % 2 === 0);

describe.each(drawn)("$workflow of a $capture_type, mode $mode", (task) => {
  const three = { ...task, candidates: [candidate("c1"), candidate("c2"), candidate("c3")] };
  const draw = async () => {
    const source = await pictureFor(task.capture_type);
    const store = storeOf(source);
    return { source, store, answer: await invoke(requestFor(source, three), store.fetch) };
  };
  let drawn: Awaited<ReturnType<typeof draw>>;
  beforeAll(async () => {
    drawn = await draw();
  });

  test("stores one JPEG of the source's size for each candidate and scores it", async () => {
    const { source, store, answer } = drawn;
    expect([...store.stored.keys()]).toEqual(["c1", "c2", "c3"]);
    expect(answer.candidates.map((one) => one.candidate_id)).toEqual(["c1", "c2", "c3"]);
    for (const { candidate_id, width, height, score, safe } of answer.candidates) {
      const found = await sharp(store.stored.get(candidate_id)).metadata();
      expect(found).toMatchObject({ format: "jpeg", width: source.width, height: source.height });
      expect({ width, height, safe }).toEqual({ width: source.width, height: source.height, safe: true });
      expect(score).toBeGreaterThan(0.7);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  test("draws candidates that differ from the source and from one another", async () => {
    const { source, store } = drawn;
    const [first, second] = [store.stored.get("c1"), store.stored.get("c2")];
    if (!first || !second) throw new Error("nothing was stored");
    expect(await difference(first, source.data)).toBeGreaterThan(0.5);
    expect(first.equals(second)).toBe(false);
  });

  test("draws the same pictures for the same seed and others for another", async () => {
    const source = await pictureFor(task.capture_type);
    const drawFrom = async (seed: number) => {
      const store = storeOf(source);
      await invoke(requestFor(source, { ...task, seed }), store.fetch);
      return store.stored.get("c1") ?? Buffer.alloc(0);
    };
    const first = await drawFrom(2 ** 31 - 1);
    expect((await drawFrom(2 ** 31 - 1)).equals(first)).toBe(true);
    expect((await drawFrom(3)).equals(first)).toBe(false);
  });
});

describe("what cannot be drawn is refused", () => {
  test("a source that answers 403 is a bad gateway", async () => {
    const source = await photo();
    const refused = invoke(requestFor(source), async () => new Response("expired", { status: 403 }));
    await expect(refused).rejects.toMatchObject({ status: 502, message: expect.stringContaining("403") });
  });

  test("a candidate that cannot be stored is a bad gateway", async () => {
    const source = await photo();
    const { fetch } = storeOf(source);
    const refused = invoke(requestFor(source), async (url, init) =>
      init?.method === "PUT" ? new Response("no", { status: 400 }) : fetch(url, init),
    );
    await expect(refused).rejects.toMatchObject({ status: 502, message: expect.stringContaining("c1") });
  });

  test("a source of another size than announced is named with both sizes", async () => {
    const source = await photo();
    const request = requestFor({ ...source, width: 100 });
    await expect(invoke(request, storeOf(source).fetch)).rejects.toMatchObject({
      status: 422,
      message: "the source is 512 x 384, not 100 x 384",
    });
  });

  test.each(["text", "truncated"])("a source that is %s is not a picture", async (kind) => {
    const source = await panorama();
    const data = kind === "text" ? Buffer.from("hello") : source.data.subarray(0, 3000);
    const refused = invoke(requestFor(source), storeOf({ ...source, data }).fetch);
    await expect(refused).rejects.toMatchObject({ status: 422 });
  });
});

const malformed: [field: string, change: Record<string, unknown>][] = [
  ["contract_version", { contract_version: "2.0" }],
  ["contract_version", { contract_version: undefined }],
  ["inference_id", { inference_id: "" }],
  ["workflow", { workflow: "destroy" }],
  ["capture_type", { capture_type: "video" }],
  ["mode", { mode: "panorama360" }],
  ["mode", { mode: null }],
  ["mode", { workflow: "pro_capture" }],
  ["mode", { capture_type: "floorplan" }],
  ["room_types", { room_types: "Kitchen" }],
  ["room_types", { room_types: [] }],
  ["room_types", { room_types: ["Dungeon"] }],
  ["room_types", { room_types: ["toString"] }],
  ["style_preset", { style_preset: "baroque" }],
  ["seed", { seed: -1 }],
  ["seed", { seed: 1.5 }],
  ["source", { source: null }],
  ["source.width", { source: { url: "http://a.test/", width: 0, height: 1 } }],
  ["source.url", { source: { url: "file:///etc/passwd", width: 10, height: 10 } }],
  ["pixels", { source: { url: "http://a.test/", width: 100_000, height: 100_000 } }],
  ["candidates", { candidates: [] }],
  ["candidates", { candidates: [candidate("c1"), candidate("c1")] }],
  ["candidates[0].content_type", { candidates: [{ ...candidate("c1"), content_type: "image/png" }] }],
];

test.each(malformed)("a wrong %s is refused by name before anything is fetched", async (field, change) => {
  const source = { data: Buffer.alloc(0), width: 512, height: 384 };
  const fetched: unknown[] = [];
  const refused = invoke(requestFor(source, change), async (url) => {
    fetched.push(url);
    return new Response();
  });
  await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringContaining(field) });
  expect(fetched).toEqual([]);
});

test("a later 1.x contract is served, its unknown fields ignored", async () => {
  const source = await photo(300, 300);
  const request = requestFor(source, { contract_version: "1.7", lighting: "dusk" });
  const answer = await invoke(request, storeOf(source).fetch);
  expect(answer).toMatchObject({ contract_version: "1.2", model_version: "simulated-3" });
});

test("the model as a function takes the request out of its event", async () => {
  await expect(handler({ request: { contract_version: "9" } })).rejects.toThrow(
    "contract_version 9 is not supported",
  );
});

test("what a mask marks is drawn lighter, with a label", async () => {
  const source = await pictureFor("photo");
  const mask = new Uint8Array(source.width * source.height).fill(255, 0, 60 * source.width);
  const task = { workflow: "staging", kind: "clean" } as const;
  const drawn = async (marked?: Uint8Array) => {
    const draw = await simulated.prepare({ task, seed: 1 }, { ...source, ...(marked && { mask: marked }) });
    if (typeof draw !== "function") throw new Error("It declines nothing.");
    return (await draw(0)).picture;
  };
  const meanOf = async (picture: Buffer, top: number) => {
    const part = sharp(picture).extract({ left: 0, top, width: source.width, height: 20 });
    return (
      (
        await sharp(await part.png().toBuffer())
          .greyscale()
          .stats()
      ).channels[0]?.mean ?? 0
    );
  };
  const [plain, masked] = [await drawn(), await drawn(mask)];
  expect(await meanOf(masked, 2)).toBeGreaterThan((await meanOf(plain, 2)) + 3);
  expect(await meanOf(masked, 100)).toBeCloseTo(await meanOf(plain, 100), 0);
});
