import type { Account } from "./account.ts";

const resources = 'eval "$(admin resources)"';

/** What a command prints, of which the walk needs the answer; throws if it fails. */
async function answerOf(account: Account, command: string): Promise<string> {
  const { code, output } = await account.run(`set -e\n${resources}\n${command}`);
  if (code !== 0) throw new Error(`${command}\n${output}`);
  return output.trim();
}

/** Deletes a picture and brings back its version, as docs/recovery.md says: its bytes are the same. */
export async function losePicture(account: Account): Promise<void> {
  const key = await answerOf(
    account,
    'aws s3api list-objects-v2 --bucket "$BUCKET" --prefix outputs/ --query "Contents[0].Key" --output text',
  );
  const hash = `aws s3 cp --quiet "s3://$BUCKET/${key}" - | sha256sum`;
  const before = await answerOf(account, hash);
  await answerOf(account, `aws s3api delete-object --bucket "$BUCKET" --key "${key}"`);
  const { code } = await account.run(`${resources}\naws s3api head-object --bucket "$BUCKET" --key "${key}"`);
  if (code === 0) throw new Error("The picture is not lost.");
  const marker = await answerOf(
    account,
    `aws s3api list-object-versions --bucket "$BUCKET" --prefix "${key}" --query "DeleteMarkers[0].VersionId" --output text`,
  );
  await answerOf(
    account,
    `aws s3api delete-object --bucket "$BUCKET" --key "${key}" --version-id "${marker}"`,
  );
  const after = await answerOf(account, hash);
  if (before !== after) throw new Error("The picture that came back is another.");
  console.log("✓ a deleted picture is back by its version, with the same bytes");
}

const sumsOf = (account: Account, table: string) =>
  answerOf(
    account,
    `node_modules/node/bin/node --input-type=module -e '
      import { sumsOf } from "./test/service/drill/sums.ts";
      console.log(JSON.stringify(await sumsOf(process.argv[1])));' "${table}"`,
  );

/** Deletes the stage's table once another is restored from it. Returns what compares the two when names are swapped. */
export async function loseTable(account: Account): Promise<() => Promise<void>> {
  const before = await sumsOf(account, "$TABLE");
  await answerOf(
    account,
    'aws dynamodb update-table --table-name "$TABLE" --no-deletion-protection-enabled\naws dynamodb delete-table --table-name "$TABLE"',
  );
  return async () => {
    const name = await answerOf(account, 'echo "$TABLE"');
    const after = await sumsOf(account, name);
    if (name !== "restored" || before !== after)
      throw new Error(`The table was ${before}, and ${name} is ${after}.`);
    console.log(`✓ the table is deleted, and the service has the restored one with the same sums: ${after}`);
  };
}
