import { newIngestJob } from "../../lambdas/domain/source-asset/ingest.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { objectKeys } from "../../lambdas/storage/object-keys.ts";
import { findIngest, putIngest } from "../../lambdas/storage/source-asset/ingests.ts";
import { transact } from "../../lambdas/storage/table.ts";
import type { Partner } from "./partner.ts";
import { eventually, type Verdicts } from "./verdicts.ts";

/** The sweeper runs every minute; what it finds is two minutes old. */
const sweepSeconds = 200;
const ageMs = 2 * 60_000;

/**
 * An ingest of a file that is not there, which was accepted two minutes ago and never started: only the sweeper's reading
 * of its list, with its own role, can begin it. Returns the check that it did.
 */
export async function leaveWorkUnstarted({ organizationId }: Partner) {
  const ingest_id = `src_${systemRandom.id()}`;
  const ingest = newIngestJob(
    {
      organization_id: organizationId,
      ingest_id,
      job_id: null,
      capture_type: null,
      source: { kind: "upload", object_key: objectKeys.upload(organizationId, ingest_id) },
    },
    new Date(Date.now() - ageMs),
  );
  await transact({ guards: {}, writes: [putIngest(ingest)] });

  return ({ check }: Verdicts) =>
    check("A sweep starts what was never started", () =>
      eventually(
        sweepSeconds,
        async () => {
          const { status } = (await findIngest(organizationId, ingest_id)) ?? { status: "queued" };
          return status === "queued" ? null : status;
        },
        "its status is still queued: see the sweeper's log for AccessDenied,",
      ),
    );
}
