import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { DisclosurePage } from "../../domain/generation/disclosure.ts";
import { keys } from "../keys.ts";
import { readItem, table, tableName, unlessRefused, type Write } from "../table.ts";

/** The write that publishes a page under its id: it goes with the end of the job, so that no page is without one. */
export const publishDisclosure = (page: DisclosurePage): Write => ({
  Put: { TableName: tableName(), Item: { ...keys.disclosure(page.disclosure_id), ...page } },
});

/** The page of that id, a revoked one too, or null. */
export const findDisclosure = (disclosureId: string): Promise<DisclosurePage | null> =>
  readItem(DisclosurePage, keys.disclosure(disclosureId));

/** The page that everyone may see under that id, or null. */
export async function findPublicDisclosure(disclosureId: string): Promise<DisclosurePage | null> {
  const page = await findDisclosure(disclosureId);
  return page?.revoked_at === null ? page : null;
}

/** Revokes a page at a time, or with null publishes it again. False if there is none. */
export const setDisclosureRevoked = (disclosureId: string, at: Date | null): Promise<boolean> =>
  unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.disclosure(disclosureId),
        UpdateExpression: "SET revoked_at = :at",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":at": at === null ? null : at.toISOString() },
      }),
    ),
  );
