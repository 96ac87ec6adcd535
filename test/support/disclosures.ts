import { ulid } from "ulid";
import type { DisclosurePage } from "../../lambdas/domain/generation/disclosure.ts";
import { disclosureIdOf } from "../../lambdas/domain/ids.ts";
import { publishDisclosure } from "../../lambdas/storage/generation/disclosures.ts";
import { transact } from "../../lambdas/storage/table.ts";

/** The id of the page of an output that no other test has. */
export const newPageId = (): string => disclosureIdOf(`out_${ulid()}`, "secret");

/** Publishes a page as the end of its job does. */
export async function publish(page: DisclosurePage): Promise<void> {
  await transact({ guards: {}, writes: [publishDisclosure(page)] });
}
