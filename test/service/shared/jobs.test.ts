import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { Form } from "../../support/form.ts";
import { responseValidator } from "../../support/openapi.ts";
import { drawPanorama } from "../../support/pictures.ts";
import { until } from "../../support/until.ts";
import { readXmp } from "../../support/xmp.ts";
import { created, endOfJob, ingested, startPictures } from "./journey.ts";
import { newPartner } from "./service.ts";

const pictures = await startPictures();
afterAll(() => pictures.close());

describe("a job", () => {
  // @contract service.1 service.5 service.8 service.9 service.13 generation.status generation.reference
  // @contract generation.metadata generation.completed_at output.image_url output.expires_at
  // @contract generation-states.1 generation-states.5 generation-states.6 get-generation.2
  test("goes from queued to succeeded; its primary output downloads from a signed URL that is fresh at every reading", async () => {
    const partner = await newPartner();
    const { body: asset } = await ingested(partner, new Form([["file", pictures.room]]));
    const job = await created(partner, {
      source_asset_id: asset.source_asset_id,
      workflow: "staging",
      capture_type: "photo",
      mode: "refurnish",
      room_types: ["Living Room"],
      reference: "listing",
      metadata: { floor: 2 },
    });
    expect(job).toMatchObject({
      status: "queued",
      outputs: [],
      completed_at: null,
      source_asset_id: asset.source_asset_id,
    });
    const { body, seen } = await endOfJob(partner, job.job_id);
    expect(["queued", "running", "succeeded"].filter((status) => seen.includes(status))).toEqual(seen);
    expect(body).toMatchObject({
      status: "succeeded",
      failure: null,
      reference: "listing",
      metadata: { floor: 2 },
    });
    expect(body.outputs).toHaveLength(1);
    expect(body.outputs[0]).toMatchObject({ rank: 1, is_primary: true, cached: false });
    expect(responseValidator("getGeneration", 200)(body)).toBeNull();
    const download = await fetch(body.outputs[0].image_url);
    expect(await sharp(Buffer.from(await download.arrayBuffer())).metadata()).toMatchObject({
      width: 400,
      height: 300,
    });
    const again = await until(async () => {
      const [output] = (await partner.sendOk("getGeneration", { id: job.job_id })).outputs;
      return output.image_url !== body.outputs[0].image_url && output;
    });
    expect((await fetch(again.image_url)).status).toBe(200);
  });

  test.each([{ workflow: "staging", style_preset: "modern" }, { workflow: "pro_capture" }])(
    "of a panorama returns one that says so, with its direction: %j",
    async (fields) => {
      const partner = await newPartner();
      const namespace = "http://ns.google.com/photos/1.0/panorama/";
      const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:GPano="${namespace}" GPano:PoseHeadingDegrees="212.5"/></rdf:RDF></x:xmpmeta>`;
      const picture = await drawPanorama({ width: 512, seed: 9 }).withXmp(xmp).jpeg().toBuffer();
      const { body: asset } = await ingested(partner, new Form([["file", picture]]));
      const { source_asset_id } = asset;
      const job = await created(partner, { source_asset_id, capture_type: "panorama360", ...fields });
      const { body } = await endOfJob(partner, job.job_id);
      const output = Buffer.from(await (await fetch(body.outputs[0].image_url)).arrayBuffer());
      const properties = readXmp(String((await sharp(output).metadata()).xmp));
      const said = [
        "ProjectionType",
        "FullPanoWidthPixels",
        "CroppedAreaImageHeightPixels",
        "PoseHeadingDegrees",
      ];
      expect(said.map((name) => properties.get(namespace + name))).toEqual([
        "equirectangular",
        "512",
        "256",
        "212.5",
      ]);
    },
  );

  // @contract service.12 generation.outputs limits.7
  test("with include_alternates returns at most one alternate, after the primary", async () => {
    const partner = await newPartner();
    const job = await created(partner, {
      source_url: `${pictures.url}/panorama.jpg`,
      workflow: "staging",
      capture_type: "panorama360",
      style_preset: "scandi",
      include_alternates: true,
    });
    const { body } = await endOfJob(partner, job.job_id);
    const ranks = body.outputs.map(({ rank, is_primary }: { rank: number; is_primary: boolean }) => [
      rank,
      is_primary,
    ]);
    expect(ranks).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(body).toMatchObject({
      mode: "panorama360",
      room_types: [],
      style_preset: "scandi",
      include_alternates: true,
    });
  });

  // @contract service.5 service.11 generation.source_asset_id generation-states.3 post-generations.source_url
  test("brought inline is ingesting without a source asset until the picture is there", async () => {
    const partner = await newPartner();
    const fields: [string, string][] = [
      ["workflow", "pro_capture"],
      ["capture_type", "photo"],
    ];
    for (const body of [
      new Form([["file", pictures.room], ...fields]),
      { source_url: `${pictures.url}/room.jpg`, ...Object.fromEntries(fields) },
    ]) {
      const job = await created(partner, body);
      expect(job).toMatchObject({ status: "ingesting", source_asset_id: null, mode: null, outputs: [] });
      const end = await endOfJob(partner, job.job_id);
      expect(end.body).toMatchObject({
        status: "succeeded",
        source_asset_id: expect.stringMatching(/^src_/),
      });
    }
  });

  // @contract generation.failure
  test("is failed with the ingest's reason if its inline source fails, and its slot comes back", async () => {
    const partner = await newPartner({ max_concurrent_jobs: 1 });
    for (let repeat = 0; repeat < 2; repeat++) {
      const source_url = `${pictures.url}/none.jpg`;
      const job = await created(partner, { source_url, workflow: "pro_capture", capture_type: "photo" });
      const { body } = await endOfJob(partner, job.job_id);
      expect(body).toMatchObject({
        status: "failed",
        outputs: [],
        failure: { code: "source_url_http_error" },
      });
    }
  });
});

describe("the approved cache", () => {
  // @contract service.10 output.cached billing-event.usage_type regenerate.1
  test("answers the same configuration again with cached outputs, and a regeneration bypasses it", async () => {
    const partner = await newPartner();
    const { body: asset } = await ingested(partner, new Form([["file", pictures.room]]));
    const request = {
      source_asset_id: asset.source_asset_id,
      workflow: "staging",
      capture_type: "photo",
      mode: "clean",
    };
    const first = await endOfJob(partner, (await created(partner, request)).job_id);
    const again = await endOfJob(
      partner,
      (await created(partner, { ...request, reference: "again" })).job_id,
    );
    const { job_id } = await partner.sendOk("regenerateGeneration", { id: first.body.job_id });
    const regenerated = await endOfJob(partner, job_id);
    const cached = [first, again, regenerated].map(({ body }) => body.outputs[0].cached);
    expect(cached).toEqual([false, true, false]);
    expect(regenerated.body.parent_job_id).toBe(first.body.job_id);
    const events = (await partner.sendOk("listBillingEvents")).items;
    expect(events.map((event: { usage_type: string }) => event.usage_type)).toEqual([
      "regeneration",
      "cache_hit",
      "generation",
    ]);
  });
});
