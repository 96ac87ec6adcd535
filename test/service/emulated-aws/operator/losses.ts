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

/** The items of a table, each by its key and a digest. */
async function itemsOf(account: Account, table: string): Promise<Map<string, string>> {
  const listed = await answerOf(
    account,
    `node_modules/node/bin/node --input-type=module -e '
      import { itemsOf } from "./test/service/drill/sums.ts";
      const items = [];
      for await (const { key, digest } of itemsOf(process.argv[1])) items.push([key, digest.toString("hex")]);
      console.log(JSON.stringify(items));' "${table}"`,
  );
  return new Map(JSON.parse(listed));
}

/** What a webhook's next attempt writes: deliveries wait for days, and go on in the restored table. */
const ofDeliveries = /^ORG#\S+#DELIVERIES |^ORG#\S+ ENDPOINT#/;

/** Deletes the stage's table once another is restored from it. Returns what throws if the other has lost an item when names are swapped. */
export async function loseTable(account: Account): Promise<() => Promise<void>> {
  const before = await itemsOf(account, "$TABLE");
  await answerOf(
    account,
    'aws dynamodb update-table --table-name "$TABLE" --no-deletion-protection-enabled\naws dynamodb delete-table --table-name "$TABLE"',
  );
  return async () => {
    const name = await answerOf(account, 'echo "$TABLE"');
    if (name !== "restored") throw new Error(`The service has the table ${name}.`);
    const after = await itemsOf(account, name);
    const others = [...new Set([...before.keys(), ...after.keys()])].filter(
      (key) => before.get(key) !== after.get(key),
    );
    const wrong = others.filter((key) => !ofDeliveries.test(key));
    if (wrong.length > 0) throw new Error(`The restored table differs in ${wrong.join(", ")}.`);
    console.log(
      `✓ the table is deleted, and the restored one has its ${before.size} items; webhooks' attempts since: ${others.length}`,
    );
  };
}
