import { Metrics } from "@aws-lambda-powertools/metrics";
import type { Context } from "aws-lambda";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sandboxReferences } from "../../../../../lambdas/domain/generation/sandbox.ts";
import { handler as finish } from "../../../../../lambdas/pipeline/finish-generation.ts";
import { keys } from "../../../../../lambdas/storage/keys.ts";
import type { updateOrganization } from "../../../../../lambdas/storage/organization/organizations.ts";
import { startApi } from "../../../../support/api.ts";
import { unlimited } from "../../../../support/partner.ts";
import { refurnish } from "../../../../support/requests.ts";
import { storedItem } from "../../../../support/table.ts";

const api = await startApi();
afterAll(() => api.stop());
const sandbox = await api.newPartner({ sandbox: true });
const partner = await api.newPartner();
const assets = new Map([
  [sandbox, await sandbox.addAsset()],
  [partner, await partner.addAsset()],
]);
const bodyOf = (caller: typeof sandbox, changes: object = {}) => refurnish(assets.get(caller) ?? "", changes);
const create = (caller: typeof sandbox, changes: object = {}) =>
  caller.send("createGeneration", { body: bodyOf(caller, changes) });
const referenceOf = ({ organizationId }: typeof sandbox, job_id: string) => ({
  organization_id: organizationId,
  job_id,
});

/** The executions of the simulated model since the last reset. */
const simulated = () =>
  api.started().filter(({ stateMachineArn }) => stateMachineArn?.endsWith("simulated-inference"));
beforeEach(() => api.stateMachines.resetHistory());

// @contract generation.reference
describe("an unknown ending of a sandbox", () => {
  const reference = "sandbox:inference_timed_out";
  const message = `reference asks the sandbox for an unknown ending: one of ${sandboxReferences.join(", ")}.`;

  test("is answered 422, which names all, on create and regenerate", async () => {
    const refused = await create(sandbox, { reference });
    expect([refused.status, refused.body.error]).toMatchObject([422, { code: "validation_error", message }]);
    const { body } = await create(sandbox);
    const again = await sandbox.send("regenerateGeneration", { id: body.job_id, body: { reference } });
    expect([again.status, again.body.error.message]).toEqual([422, message]);
  });

  test("is an ordinary text for every other organization, as is a known one", async () => {
    for (const text of [reference, "sandbox:internal_error"]) {
      const { status, body } = await create(partner, { reference: text });
      expect([status, body.reference]).toEqual([200, text]);
      expect(await api.startInference(referenceOf(partner, body.job_id))).toBeNull();
    }
    expect(simulated()).toEqual([]);
  });
});

describe("if a stage has its own model", () => {
  test("a job of a sandbox is submitted to the simulated model, with what it must do wrong, and never to that model", async () => {
    const asked = api.timesAsked();
    for (const [reference, fault] of [
      ["listing 4711", undefined],
      ["sandbox:inference_failed", "refuse"],
      ["sandbox:slow", "slow"],
    ] as const) {
      api.stateMachines.resetHistory();
      const { body } = await create(sandbox, { reference, style_preset: "boho" });
      expect(await api.startInference(referenceOf(sandbox, body.job_id))).toBeNull();
      const [execution, ...others] = simulated();
      expect(others).toEqual([]);
      const input = JSON.parse(execution?.input ?? "");
      expect(input.input_location).toContain(`inference/${sandbox.organizationId}/${body.job_id}/`);
      expect([input.request.mode, input.fault]).toEqual(["refurnish", fault]);
    }
    expect(api.timesAsked()).toBe(asked);
  });

  test("a job of another organization is submitted to that model, and never to the simulated one", async () => {
    const asked = api.timesAsked();
    const { body } = await create(partner, { style_preset: "boho" });
    await api.startInference(referenceOf(partner, body.job_id));
    expect([api.timesAsked() - asked, simulated()]).toEqual([1, []]);
  });

  test("without a state machine of the simulated model, a job of a sandbox is not submitted at all", async () => {
    const arn = process.env.SIMULATOR_STATE_MACHINE_ARN;
    delete process.env.SIMULATOR_STATE_MACHINE_ARN;
    const asked = api.timesAsked();
    const { body } = await create(sandbox);
    await expect(api.startInference(referenceOf(sandbox, body.job_id))).rejects.toThrow("SIMULATOR");
    expect(api.timesAsked()).toBe(asked);
    process.env.SIMULATOR_STATE_MACHINE_ARN = arn;
  });
});

test("a job of a sandbox needs no allowance and reserves none, but keeps to its limits and to its cap in flight", async () => {
  const limits = { ...unlimited, max_concurrent_jobs: 2, create_generation_per_minute: 4 };
  const plan = { name: "none", included_units: 0, unit_price_micro_usd: 250_000, overage_allowed: false };
  const limited = await api.newPartner({ sandbox: true, limits });
  const body = refurnish(await limited.addAsset());
  const send = () => limited.send("createGeneration", { body });
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  const capped = await send();
  expect([capped.status, capped.headers["ratelimit-policy"]]).toEqual([429, '"max_concurrent_jobs";q=2']);
  expect((await send()).status).toBe(429);
  expect((await send()).headers["ratelimit-policy"]).toContain('"create_generation";q=4');
  const { body: summary } = await limited.send("getUsageSummary");
  expect(summary.usage).toMatchObject({ included: 0, consumed: 0, remaining: 0 });
  // Whatever plan it is given, a sandbox is not refused for it.
  const planned = await api.newPartner({ sandbox: true, plan });
  const accepted = await planned.send("createGeneration", { body: refurnish(await planned.addAsset()) });
  expect(accepted.status).toBe(200);
});

test("the jobs of other organizations are stored without a word about sandboxes", async () => {
  const stored = async (caller: typeof sandbox) => {
    const { body } = await create(caller);
    const Key = keys.generation(caller.organizationId, body.job_id);
    return (await storedItem(Key)) ?? {};
  };
  expect(await stored(partner)).not.toHaveProperty("sandbox");
  expect(await stored(sandbox)).toHaveProperty("sandbox", true);
});

test("the end of a job is measured, so that alarms count it, unless it is a sandbox's", async () => {
  const measured = vi.spyOn(Metrics.prototype, "singleMetric");
  const failOf = async (caller: typeof sandbox) => {
    const { body } = await create(caller);
    measured.mockClear();
    await finish({ ...referenceOf(caller, body.job_id), error: { Error: "internal_error" } }, {
      awsRequestId: "task",
    } as Context);
    return measured.mock.calls.length;
  };
  expect([await failOf(partner), await failOf(sandbox)]).toEqual([1, 0]);
  measured.mockRestore();
});

test("no change of an organization makes it a sandbox or the reverse", async () => {
  // @ts-expect-error: `sandbox` is not among the changes.
  const change: Parameters<typeof updateOrganization>[1] = { sandbox: false };
  expect(change).toBeDefined();
});
