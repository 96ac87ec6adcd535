import { expect, test } from "vitest";
import { admin } from "../../support/admin.ts";

const groups = ["org", "key", "plan", "usage", "ledger", "job", "dev", "webhook", "restore", "settings"];
const commands = ["audit", "doctor"];

test("the help lists every group, the exit codes and examples", async () => {
  const { code, out } = await admin("--help");
  expect(code).toBe(0);
  for (const name of [...groups, ...commands]) expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
  expect(out).toContain("Exit codes: 0 done, 1 the service could not do it, 2 the command must be changed");
  expect(out).toContain("npm run admin -- org create --name");
});

test.each(groups)("%s without a command shows its help and is a mistake", async (group) => {
  const { code, said } = await admin(group);
  expect(code).toBe(2);
  expect(said).toMatch(/^Usage: admin /);
});

test("the help of a command explains each option, the global ones too", async () => {
  const { out } = await admin("ledger", "adjust", "--help");
  for (const option of [
    "--org",
    "--job",
    "--amount",
    "--reference",
    "--period",
    "--force",
    "--json",
    "--yes",
    "--dry-run",
    "--stage",
  ])
    expect(out).toMatch(new RegExp(`^  ${option}( <\\w+>)? {2,}\\S`, "m"));
});
