import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { Form } from "../../support/form.ts";
import { isFullRun } from "../../support/full-run.ts";
import { drawRoom } from "../../support/pictures.ts";
import { proCapture } from "../../support/requests.ts";
import { endOfJob, ingested } from "./journey.ts";
import { admin, newPartner } from "./service.ts";

/** A hundred at once are tried in test/lambdas/api/routes/generations/create.entitlement.test.ts. */
const count = isFullRun ? 30 : 10;

test(`of ${count} concurrent requests with one unit left one is accepted, charged once and exported to the micro-dollar`, async () => {
  const partner = await newPartner({ create_generation_per_minute: 1000 });
  const { organizationId } = partner;
  await admin("plan", "set", organizationId, "--included-units", "1", "--overage", "no", "--yes");
  const picture = new Form([["file", await drawRoom({ width: 400, height: 300 }).jpeg().toBuffer()]]);
  const { body: ingest } = await ingested(partner, picture);

  const body = proCapture(ingest.source_asset_id);
  const replies = await Promise.all(
    Array.from({ length: count }, () => partner.send("createGeneration", { body })),
  );
  const accepted = replies.filter(({ status }) => status === 200);
  const refused = replies.filter((reply) => reply.body.error?.code === "entitlement_required");
  expect([accepted.length, refused.length]).toEqual([1, count - 1]);

  const { job_id } = accepted[0]?.body ?? {};
  expect((await endOfJob(partner, job_id)).body.status).toBe("succeeded");
  await admin(
    ...["ledger", "adjust", "--org", organizationId, "--job", job_id],
    "--amount=-0.123456",
    ...["--reference=T-1", "--reason=Goodwill", "--force", "--yes"],
  );

  const { usage, jobs } = await partner.sendOk("getUsageSummary");
  expect(usage).toMatchObject({
    included: 1,
    consumed: 1,
    remaining: 0,
    projected_overage_amount_usd: -0.123456,
  });
  expect(jobs).toMatchObject({ total: 1, succeeded: 1, failed: 0, outputs_returned: 1 });
  const { items } = await partner.sendOk("listBillingEvents");
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
