import { execFileSync } from "node:child_process";
import { expect, test, vi } from "vitest";
import { adminProcess } from "../../handlers/admin/cli.ts";
import { Form } from "../../support/api.ts";
import { drawRoom } from "../../support/pictures.ts";
import { type HttpPartner, newHttpPartner, service } from "../../support/service.ts";

const admin = async (...args: string[]) => {
  const { code, out, said } = await adminProcess(args, service.environment);
  if (code !== 0) throw new Error(said);
  return out;
};
const settled = (partner: HttpPartner, path: string) =>
  vi.waitFor(
    async () => {
      const { body } = await partner.get(path);
      expect(body.status).toMatch(/^(ready|succeeded|failed)$/);
      return body;
    },
    { timeout: 30_000, interval: 100 },
  );

test("of 100 concurrent requests with one unit left one is accepted, charged once and exported to the micro-dollar", async () => {
  const partner = await newHttpPartner({ create_generation_per_minute: 1000 });
  const { organizationId } = partner;
  await admin("plan", "set", organizationId, "--included-units", "1", "--overage", "no");
  const picture = new Form([["file", await drawRoom({ width: 640, height: 480 }).jpeg().toBuffer()]]);
  const { ingest_id } = (await partner.post("/api/v1/source-assets", picture)).body;
  const { source_asset_id } = await settled(partner, `/api/v1/source-assets/${ingest_id}`);

  const body = { workflow: "pro_capture", capture_type: "photo", source_asset_id };
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => partner.post("/api/v1/generations", body)),
  );
  const accepted = replies.filter(({ status }) => status === 200);
  const refused = replies.filter((reply) => reply.body.error?.code === "entitlement_required");
  expect([accepted.length, refused.length]).toEqual([1, 99]);

  const { job_id } = accepted[0]?.body ?? {};
  expect((await settled(partner, `/api/v1/generations/${job_id}`)).status).toBe("succeeded");
  await admin(
    ...["ledger", "adjust", "--org", organizationId, "--job", job_id],
    "--amount=-0.123456",
    "--reference=T-1",
  );

  const { usage, jobs } = (await partner.get("/api/v1/usage/summary")).body;
  expect(usage).toMatchObject({
    included: 1,
    consumed: 1,
    remaining: 0,
    projected_overage_amount_usd: -0.123456,
  });
  expect(jobs).toMatchObject({ total: 1, succeeded: 1, failed: 0, outputs_returned: 1 });
  const { items } = (await partner.get("/api/v1/billing/events")).body;
  expect(items.map((event: { usage_type: string }) => event.usage_type)).toEqual([
    "adjustment",
    "generation",
  ]);
  const csv = await admin("ledger", "export", "--org", organizationId);
  const sum = execFileSync("awk", ["-F,", 'NR > 1 { sum += $14 } END { printf "%.6f", sum }'], {
    input: csv,
  });
  expect(Number(sum)).toBe(usage.projected_overage_amount_usd);
});
