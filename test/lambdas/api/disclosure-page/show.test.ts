import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyResult, Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { handler } from "../../../../lambdas/api/disclosure-page/show.ts";
import type { DisclosurePage } from "../../../../lambdas/domain/generation/disclosure.ts";
import { setDisclosureRevoked } from "../../../../lambdas/storage/generation/disclosures.ts";
import { findGeneration, generationItem } from "../../../../lambdas/storage/generation/generations.ts";
import { table, tableName } from "../../../../lambdas/storage/table.ts";
import { type Api, startApi } from "../../../support/api.ts";
import { newPageId, publish } from "../../../support/disclosures.ts";
import { succeededJob } from "../../../support/jobs.ts";
import type { Partner } from "../../../support/partner.ts";

let api: Api;
let partner: Partner;
let source_asset_id: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  partner = await api.newPartner();
  source_asset_id = await partner.addAsset();
});

const create = (fields: object = {}, caller = partner) =>
  caller.send("createGeneration", {
    body: { source_asset_id, workflow: "pro_capture", capture_type: "photo", ...fields },
  });

describe("the disclosure of a job", () => {
  // @contract added.10
  test.each(["none", "label", "label_and_page"])("is %s if the request says so", async (disclosure) => {
    const { status, body } = await create({ disclosure });
    expect(status).toBe(200);
    expect(body).toMatchObject({ disclosure, disclosure_url: null, original: null });
    expect((await partner.send("getGeneration", { id: body.job_id })).body).toMatchObject({ disclosure });
  });

  // @contract added.10
  test("is none if nobody says so", async () => {
    expect((await create()).body.disclosure).toBe("none");
  });

  // @contract added.10
  test("is the organization's if the request says nothing, and the request's if it does", async () => {
    const labelling = await api.newPartner({ disclosure: "label" });
    source_asset_id = await labelling.addAsset();
    expect((await create({}, labelling)).body.disclosure).toBe("label");
    expect((await create({ disclosure: "none" }, labelling)).body.disclosure).toBe("none");
  });

  // @contract added.10
  test("is inherited by a regeneration, unless it overrides it", async () => {
    const labelling = await api.newPartner({ disclosure: "label" });
    const { job } = await succeededJob(labelling.organizationId, { disclosure: "label_and_page" });
    const inherited = await labelling.send("regenerateGeneration", { id: job.job_id });
    expect(inherited.body.disclosure).toBe("label_and_page");
    const overridden = await labelling.send("regenerateGeneration", {
      id: job.job_id,
      body: { disclosure: "none" },
    });
    expect(overridden.body.disclosure).toBe("none");
  });

  // @contract added.10
  test.each(["page", "", true])("is not %j: 422 names the field", async (disclosure) => {
    const { status, body } = await create({ disclosure });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: "validation_error",
      message: expect.stringContaining("disclosure"),
    });
  });

  // @contract added.11
  test("is none on a job that was stored before there was any", async () => {
    const { job } = await succeededJob(partner.organizationId);
    const { disclosure, ...before } = generationItem(job);
    expect(disclosure).toBe("none");
    await table.send(new PutCommand({ TableName: tableName(), Item: before }));
    const { body } = await partner.send("getGeneration", { id: job.job_id });
    expect(body).toMatchObject({ disclosure: "none", disclosure_url: null });
  });

  test("that is none leaves no page on the job", async () => {
    const { body } = await create();
    const job = await findGeneration(partner.organizationId, body.job_id);
    expect(JSON.stringify(job)).not.toContain("disclosure_id");
  });
});

describe("a succeeded job", () => {
  // @contract added.11
  test("has its original, by a separate URL that expires with the outputs' URLs", async () => {
    const { job } = await succeededJob(partner.organizationId, { source_asset_id });
    const { body } = await partner.send("getGeneration", { id: job.job_id });
    expect(new URL(body.original.image_url).pathname).toBe(
      `/pictures/sources/${partner.organizationId}/${source_asset_id}.jpg`,
    );
    expect(body.original.expires_at).toBe(body.outputs[0].expires_at);
  });

  // @contract added.11
  test("has the address of the primary's page, and the alternate's is its own", async () => {
    const [first, second] = [newPageId(), newPageId()];
    const { job } = await succeededJob(partner.organizationId, { include_alternates: true });
    const [output] = job.outputs;
    if (!output) throw new Error("no output");
    const outputs = [
      { ...output, disclosure_id: first },
      { ...output, rank: 2, is_primary: false, disclosure_id: second },
    ];
    await table.send(new PutCommand({ TableName: tableName(), Item: generationItem({ ...job, outputs }) }));
    const { body, text } = await partner.send("getGeneration", { id: job.job_id });
    expect(body.disclosure_url).toBe(`https://api.example.com/d/${first}`);
    expect(text).not.toContain(second);
  });
});

/** Opens a page as API Gateway does for a visitor. */
async function open(disclosure_id: string): Promise<APIGatewayProxyResult> {
  const visit = handler as unknown as (event: object, context: Context) => Promise<APIGatewayProxyResult>;
  return visit({ pathParameters: { disclosure_id } }, { awsRequestId: "test" } as Context);
}

async function published(changes: Partial<DisclosurePage> = {}): Promise<DisclosurePage> {
  const page: DisclosurePage = {
    disclosure_id: newPageId(),
    organization_id: partner.organizationId,
    job_id: "job_1",
    workflow: "staging",
    capture_type: "photo",
    mode: "refurnish",
    original_key: `sources/${partner.organizationId}/src_1.jpg`,
    altered_key: `outputs/${partner.organizationId}/job_1/out_1.jpg`,
    altered_at: "2026-11-21T09:00:00.000Z",
    revoked_at: null,
    ...changes,
  };
  await publish(page);
  return page;
}

describe("the public page", () => {
  // @contract added.14
  test("shows the original and the altered picture by signed URLs, what was altered, and when", async () => {
    const page = await published();
    const { statusCode, body } = await open(page.disclosure_id);
    expect(statusCode).toBe(200);
    const shown = Array.from(
      body.matchAll(/<img src="([^"]+)"/g),
      ([, url = ""]) => new URL(url.replaceAll("&amp;", "&")),
    );
    expect(shown.map(({ pathname }) => pathname)).toEqual([
      `/pictures/${page.original_key}`,
      `/pictures/${page.altered_key}`,
    ]);
    for (const { searchParams } of shown) expect(searchParams.get("X-Amz-Expires")).toBe("900");
    expect(body).toContain("<h1>Virtually staged</h1>");
    expect(body).toContain("Furniture and decoration were added, replaced or removed digitally.");
    expect(body).toContain('<time datetime="2026-11-21">November 21, 2026</time>');
    expect(body).toContain("Original, unaltered picture");
  });

  test("links the pictures that it shows, by addresses that are escaped", async () => {
    const { body } = await open((await published()).disclosure_id);
    const links = [...body.matchAll(/<a href="([^"]+)"><img src="([^"]+)"/g)];
    expect(links).toHaveLength(2);
    for (const [, href, src] of links) {
      expect(href).toBe(src);
      expect(href?.match(/&(?!amp;)/g)).toBeNull();
    }
  });

  test.each([
    [{ workflow: "pro_capture", mode: null } as const, "Digitally enhanced", "Nothing was added to the room"],
    [{ mode: "renovate" } as const, "Virtually staged", "The room has not been renovated"],
    [{ mode: "clean" } as const, "Virtually staged", "objects were removed"],
    [{ mode: "panorama360", capture_type: "panorama360" } as const, "Virtually staged", "Furniture"],
    [{ mode: "floorplan", capture_type: "floorplan" } as const, "Virtually staged", "into the plan"],
  ])("of %j says %s", async (changes, label, says) => {
    const { body } = await open((await published(changes)).disclosure_id);
    expect(body).toContain(`<h1>${label}</h1>`);
    expect(body).toContain(says);
  });

  test("of a sandbox's picture says that it is simulated; any other does not", async () => {
    const simulated = await open((await published({ sandbox: true })).disclosure_id);
    expect(simulated.body).toContain("A simulated model made it for a test");
    expect((await open((await published()).disclosure_id)).body).not.toContain("simulated");
  });

  // @contract added.14
  test("loads its pictures and its own style, runs no script, and nobody stores, indexes or frames it", async () => {
    const { headers, body } = await open((await published()).disclosure_id);
    expect(body).not.toContain("<script");
    expect(headers).toMatchObject({
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": expect.stringContaining("noindex"),
    });
    const policy = String(headers?.["Content-Security-Policy"]);
    const store = new URL(process.env.AWS_ENDPOINT_URL_S3 ?? "").origin;
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      `img-src ${store}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  // @contract added.14
  test("of an unknown id, of a revoked one and of what is no id are one and the same 404", async () => {
    const page = await published();
    await setDisclosureRevoked(page.disclosure_id, new Date());
    const answers = await Promise.all([open(newPageId()), open(page.disclosure_id), open("../x"), open("")]);
    expect(answers[0]?.statusCode).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.body).not.toContain(page.job_id);
  });

  test("is there again once its revocation is taken back", async () => {
    const page = await published({ revoked_at: "2026-11-21T09:00:00.000Z" });
    await setDisclosureRevoked(page.disclosure_id, null);
    expect((await open(page.disclosure_id)).statusCode).toBe(200);
  });

  test("that can't be read says so and reveals nothing", async () => {
    const page = await published({ altered_at: "not a time" });
    const { statusCode, body } = await open(page.disclosure_id);
    expect(statusCode).toBe(500);
    expect(body).toContain("Try again in a minute");
    expect(body).not.toContain(page.organization_id);
  });
});
