import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** Sends a conditional write; false where its condition did not hold. Everything else throws. */
export async function unlessRefused(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return false;
  }
}
