import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findPublicDisclosure } from "../../../../lambdas/storage/generation/disclosures.ts";
import { admin, result, tableDigest } from "../../../support/admin.ts";
import { type Api, startApi } from "../../../support/api.ts";
import { newPageId, publish } from "../../../support/disclosures.ts";

let api: Api;
let organizationId: string;
let id: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  organizationId = (await api.newPartner()).organizationId;
  id = newPageId();
  await publish({
    disclosure_id: id,
    organization_id: organizationId,
    job_id: "job_1",
    workflow: "staging",
    capture_type: "photo",
    mode: "clean",
    original_key: "sources/a.jpg",
    altered_key: "outputs/b.jpg",
    altered_at: "2026-11-21T09:00:00.000Z",
    revoked_at: null,
  });
});

// @contract added.14
test("a page is shown, revoked and published again, by its address or its id", async () => {
  const address = `https://api.example.com/d/${id}`;
  expect(await result("disclosure", "show", address)).toMatchObject({
    organization_id: organizationId,
    job_id: "job_1",
    revoked_at: null,
  });
  expect(await result("disclosure", "revoke", address)).toMatchObject({ revoked_at: expect.any(String) });
  expect(await findPublicDisclosure(id)).toBeNull();
  expect(await result("disclosure", "restore", id)).toMatchObject({ revoked_at: null });
  expect(await findPublicDisclosure(id)).toMatchObject({ disclosure_id: id });
  expect(await result("audit", organizationId)).toMatchObject([
    { command: "disclosure revoke", outcome: "done" },
    { command: "disclosure restore", outcome: "done" },
  ]);
});

test.each([
  [["revoke", "0123456789abcdefghijklmnop"], "There is no page 0123456789abcdefghijklmnop"],
  [["show", "https://example.com/"], "There is no page https://example.com/"],
])("an id without a page ends with a sentence: %j", async (args, sentence) => {
  const { code, said } = await admin("disclosure", ...args, "--yes");
  expect(code).toBe(2);
  expect(said).toContain(sentence);
});

test("what is revoked is not revoked again, and what is published not published again", async () => {
  expect((await admin("disclosure", "restore", id, "--yes")).said).toContain("is not revoked");
  await result("disclosure", "revoke", id);
  expect((await admin("disclosure", "revoke", id, "--yes")).said).toContain("was already revoked at");
});

test("nothing is revoked by a dry run, or without a terminal and --yes", async () => {
  const before = await tableDigest();
  const { code, said } = await admin("disclosure", "revoke", id, "--dry-run");
  expect(code).toBe(0);
  expect(said).toContain(`Would revoke page ${id} of job_1`);
  expect((await admin("disclosure", "revoke", id)).code).toBe(2);
  expect(await tableDigest()).toBe(before);
});

// @contract added.10
test("an organization's default is set, and what is no disclosure is refused", async () => {
  expect(await result("org", "show", organizationId)).toMatchObject({ disclosure: "none" });
  expect(await result("org", "set", organizationId, "--disclosure", "label_and_page")).toMatchObject({
    disclosure: "label_and_page",
  });
  const { code, said } = await admin("org", "set", organizationId, "--disclosure", "page", "--yes");
  expect(code).toBe(2);
  expect(said).toContain("--disclosure must be one of none, label, label_and_page");
});
