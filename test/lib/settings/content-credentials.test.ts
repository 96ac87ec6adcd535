import { X509Certificate } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newCertificate } from "@image-staging/laptop/content-credentials";
import * as v from "valibot";
import { expect, test } from "vitest";
import { ContentCredentials } from "../../../lib/settings/content-credentials.ts";

const { certificates } = await newCertificate(new Date());
const file = join(mkdtempSync(join(tmpdir(), "certificates-")), "leaked.pem");
writeFileSync(file, certificates);
const stage = {
  certificates: file,
  key: "arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-0000-1111-2222-333344445555",
};
const since = "2026-11-20T08:00:00Z";

test("a certificate is distrusted by its serial number, in the digits that the library reports", () => {
  const { distrusted } = v.parse(ContentCredentials, {
    ...stage,
    distrusted: [{ certificates: file, since }],
  });
  const [{ serial } = { serial: "" }] = distrusted ?? [];
  expect(BigInt(serial).toString(16)).toBe(
    new X509Certificate(certificates).serialNumber.toLowerCase().replace(/^0+/, ""),
  );
});

test.each([
  [{ certificates: "nowhere.pem", since }, /must be a file that can be read/],
  [{ certificates: file, since: "yesterday" }, /must be a time such as/],
  [{ certificates: file }, /since/],
])("is refused for %j", (distrusted, message) => {
  expect(() => v.parse(ContentCredentials, { ...stage, distrusted: [distrusted] })).toThrow(message);
});
