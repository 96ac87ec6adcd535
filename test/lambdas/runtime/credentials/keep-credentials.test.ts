import { writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCredentials } from "../../../../lambdas/runtime/credentials/keep-credentials.ts";
import { openSigner } from "../../../../lambdas/runtime/credentials/sign-picture.ts";
import type { Log } from "../../../../lambdas/runtime/log.ts";
import { canSign, newSigningSettings, refurnished, validate } from "../../../support/credentials.ts";
import { drawRoom } from "../../../support/pictures.ts";

const folder = await mkdtemp(join(tmpdir(), "credentials-"));
const file = (picture: Buffer) => {
  const path = join(folder, "original");
  writeFileSync(path, picture);
  return path;
};
const contentHash = "ab".repeat(32);
const plain = await drawRoom({ width: 600, height: 400 }).jpeg().toBuffer();

describe.runIf(canSign)("an original with content credentials", async () => {
  const { settings } = await newSigningSettings();
  const sign = (credentials: Buffer | null) =>
    openSigner(settings)(plain, refurnished, { contentHash, credentials }, {} as Log);
  const original = await sign(null);

  // @contract added.50
  test("keeps them in the chain of what is made from it, and theirs in turn", async () => {
    const kept = await readCredentials(file(original), "jpeg", contentHash);
    const edited = await sign(kept);
    expect(await validate(edited)).toMatchObject({ isValid: true, manifests: 2 });
    const again = await readCredentials(file(edited), "jpeg", contentHash);
    expect(await validate(await sign(again))).toMatchObject({ isValid: true, manifests: 3 });
  });

  test("is used without them if they are damaged, and with them if only the picture was changed", async () => {
    const changed = Buffer.concat([original.subarray(0, -40), Buffer.alloc(38, 7), original.subarray(-2)]);
    const chain = await sign(await readCredentials(file(changed), "jpeg", contentHash));
    expect(await validate(chain)).toMatchObject({ isValid: true, manifests: 2 });
    for (let at = 30; at < 4000; at += 97) {
      const damaged = Buffer.from(original);
      damaged.fill(0xa5, at, at + 40);
      const kept = await readCredentials(file(damaged), "jpeg", contentHash);
      const edited = await sign(kept);
      expect([at, await readCredentials(file(edited), "jpeg", contentHash)]).not.toEqual([at, null]);
    }
  });
});

test("an original without credentials has none, nor one that only has their mark", async () => {
  expect(await readCredentials(file(plain), "jpeg", contentHash)).toBeNull();
  const mark = Buffer.from("6332706100110010800000aa00389b71", "hex");
  expect(await readCredentials(file(Buffer.concat([plain, mark])), "jpeg", contentHash)).toBeNull();
});
