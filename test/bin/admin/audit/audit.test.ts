import { hostname, userInfo } from "node:os";
import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { listen } from "@image-staging/local-cloud/http";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AuditRecord } from "../../../../lambdas/domain/organization/audit.ts";
import { table } from "../../../../lambdas/storage/table.ts";
import { admin, result } from "../../../support/admin.ts";
import { startTable, type TestTable } from "../../../support/table.ts";

let database: TestTable;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.stop());

const me = `${userInfo().username}@${hostname()}`;
const auditOf = async (...args: string[]): Promise<AuditRecord[]> => result("audit", ...args);

test("every change is recorded with who made it, by which command, and the values before and after", async () => {
  const { organization_id: id, api_key, signing_secret } = await result("org", "create", "--name", "Audited");
  await result("org", "set", id, "--name", "Renamed");
  await result("plan", "set", id, "--unit-price", "0.5");
  const { public_key_id } = await result("key", "issue", id, "--name", "backend");
  await result("key", "revoke", public_key_id);
  const records = await auditOf(id);
  expect(records.map(({ command, outcome, by }) => [command, outcome, by])).toEqual(
    ["org create", "org set", "plan set", "key issue", "key revoke"].map((command) => [command, "done", me]),
  );
  expect(records[1]?.changes).toEqual([`change name of ${id} from Audited to Renamed`]);
  expect(records[2]?.changes).toEqual([`change unit_price_usd of ${id} from 0.25 to 0.5`]);
  for (const secret of [api_key.split(".")[1], signing_secret])
    expect(JSON.stringify(records)).not.toContain(secret);
  expect((await admin("audit", id)).out).toMatch(/^at +by +command +organization +outcome +changes/);
});

test("what reads, is refused or is a dry run leaves no record", async () => {
  const { organization_id: id } = await result("org", "create", "--name", "Quiet");
  await admin("org", "show", id);
  await admin("org", "set", id, "--name", "Refused");
  await admin("org", "set", id, "--name", "Dry", "--dry-run");
  await admin("org", "set", id, "--anchor-day", "99", "--yes");
  expect((await auditOf(id)).map(({ command }) => command)).toEqual(["org create"]);
});

test("a change that fails is recorded as failed", async () => {
  const { organization_id: id } = await result("org", "create", "--name", "Failing");
  const send = table.send.bind(table);
  const outage = vi.spyOn(table, "send").mockImplementation(async (command: object) => {
    if (command instanceof TransactWriteCommand) throw new Error("The table is down.");
    return send(command as never);
  });
  expect((await admin("key", "issue", id)).code).toBe(1);
  outage.mockRestore();
  expect((await auditOf(id)).at(-1)).toMatchObject({ command: "key issue", outcome: "failed" });
});

test("audit lists the changes of all organizations, or those since a time", async () => {
  const first = await result("org", "create", "--name", "First");
  const second = await result("org", "create", "--name", "Second");
  const named = (records: AuditRecord[]) => records.map(({ organization_id }) => organization_id);
  expect(named(await auditOf())).toEqual(
    expect.arrayContaining([first.organization_id, second.organization_id]),
  );
  expect(named(await auditOf("--since", second.created_at))).toEqual([second.organization_id]);
  expect(await auditOf("--since", "2999-01-01")).toEqual([]);
});

/** An STS that names every caller alike, or refuses. */
const startSts = (status: number) =>
  listen(0, (_request, response) => response.writeHead(status).end(status === 200 ? caller : refusal));
const arn = "arn:aws:sts::123456789012:assumed-role/Operator/ada";
const caller = `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>${arn}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`;
const refusal =
  "<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not you.</Message></Error></ErrorResponse>";

test.each([
  [200, arn],
  [403, `${me} (not identified by AWS: Not you.)`],
])("on AWS the operator is who STS says it is (STS answers %i)", async (status, by) => {
  const sts = await startSts(status);
  const Outputs = [{ OutputKey: "TableName", OutputValue: database.name }];
  const stack = { StackName: "ImageStaging-prod", CreationTime: new Date(), Outputs };
  const stacks = mockClient(CloudFormationClient);
  stacks.on(DescribeStacksCommand).resolves({ Stacks: [{ ...stack, StackStatus: "CREATE_COMPLETE" }] });
  process.env.AWS_ENDPOINT_URL_STS = sts.url;
  try {
    const { organization_id: id } = await result("org", "create", "--name", "Deployed", "--stage", "prod");
    expect((await auditOf(id))[0]?.by).toBe(by);
  } finally {
    delete process.env.AWS_ENDPOINT_URL_STS;
    stacks.restore();
    await sts.close();
  }
});
