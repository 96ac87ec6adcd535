import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { chosenFaults } from "../src/faults.ts";
import { startContainer } from "./container.ts";
import { difference } from "./pictures.ts";

const container = await startContainer({ faults: chosenFaults() });
const { source, request, post } = container;
afterAll(container.close);
beforeEach(() => container.stored.clear());

const plan = (...next: unknown[]) => post("/faults", { next });
const stored = (id: string) => container.stored.get(id) ?? Buffer.alloc(0);

describe("a fault is played once", () => {
  test("and the next invocation is served again", async () => {
    await plan({ kind: "http_500" });
    const failed = await post("/invocations", request());
    expect([failed.status, await failed.json()]).toEqual([500, { error: "a simulated fault" }]);
    expect((await post("/invocations", request())).status).toBe(200);
  });

  test.each([
    "",
    "{}",
    '{"next":[null]}',
    '{"next":[{"kind":"explode"}]}',
    '{"next":[{"kind":"slow","delay_ms":-1}]}',
  ])("but %s is refused", async (body) => expect((await post("/faults", body)).status).toBe(400));

  test("timeout never answers", async () => {
    await plan({ kind: "timeout" });
    const waiting = post("/invocations", request(), { signal: AbortSignal.timeout(300) });
    await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("slow answers after its delay", async () => {
    await plan({ kind: "slow", delay_ms: 400 });
    const started = performance.now();
    expect((await post("/invocations", request())).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(400);
  });

  test("malformed_json cannot be parsed", async () => {
    await plan({ kind: "malformed_json" });
    const answer = await post("/invocations", request());
    await expect(answer.json()).rejects.toThrow(SyntaxError);
  });

  test("dies_half_way stores the first candidate and cuts the connection", async () => {
    await plan({ kind: "dies_half_way" });
    await expect(post("/invocations", request())).rejects.toThrow("fetch failed");
    expect([...container.stored.keys()]).toEqual(["c1"]);
  });

  test("missing_candidate lists what it did not store", async () => {
    await plan({ kind: "missing_candidate", candidate: 0 });
    const answer = await (await post("/invocations", request())).json();
    expect(answer).toMatchObject({ candidates: [{ candidate_id: "c1" }, { candidate_id: "c2" }] });
    expect([...container.stored.keys()]).toEqual(["c2"]);
  });

  test.each([
    ["left_out_candidate", [{ candidate_id: "c1" }]],
    ["low_score", [{ safe: true }, { candidate_id: "c2", score: 0.05 }]],
    ["unsafe", [{ safe: true }, { candidate_id: "c2", safe: false }]],
  ])("%s changes what is said of the chosen candidate", async (kind, candidates) => {
    await plan({ kind, candidate: 1 });
    expect(await (await post("/invocations", request())).json()).toMatchObject({ candidates });
  });

  test("not_an_image stores text", async () => {
    await plan({ kind: "not_an_image" });
    await post("/invocations", request());
    await expect(sharp(stored("c1")).metadata()).rejects.toThrow();
  });

  test("wrong_size stores half the size", async () => {
    await plan({ kind: "wrong_size" });
    await post("/invocations", request());
    expect(await sharp(stored("c1")).metadata()).toMatchObject({ width: 160, height: 128 });
  });

  test("blank stores one colour, copy_of_source the source, structure_lost neither", async () => {
    await plan({ kind: "blank" }, { kind: "copy_of_source" }, { kind: "structure_lost" });
    const spoilt: Buffer[] = [];
    for (let nth = 0; nth < 3; nth++) {
      await post("/invocations", request());
      spoilt.push(stored("c1"));
    }
    const [blank, copy, lost] = spoilt as [Buffer, Buffer, Buffer];
    expect((await sharp(blank).stats()).channels.map(({ stdev }) => Math.round(stdev))).toEqual([0, 0, 0]);
    expect(await difference(copy, source.data)).toBeLessThan(2);
    expect(await difference(lost, source.data)).toBeGreaterThan(30);
  });
});
