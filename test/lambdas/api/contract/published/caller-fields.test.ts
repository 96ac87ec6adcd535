import { afterAll, expect, test } from "vitest";
import { callerFields } from "../../../../../lambdas/api/contract/published/caller-fields.ts";
import { startApi } from "../../../../support/api.ts";
import { Form } from "../../../../support/form.ts";
import { proCapture } from "../../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const asset = await partner.addAsset();

const create = (fields: object) => partner.sendOk("createGeneration", { body: proCapture(asset, fields) });
const regenerate = (id: string, body: object) => partner.sendOk("regenerateGeneration", { id, body });

test.each(Object.entries(callerFields))(
  "%s is taken as JSON and in a form, echoed by every answer and inherited by a regeneration",
  async (name, { example }) => {
    const without = await create({});
    const job = await create({ [name]: example });
    expect([without[name], job[name]]).toEqual([null, example]);
    expect((await partner.sendOk("getGeneration", { id: job.job_id }))[name]).toEqual(example);
    const { items } = await partner.sendOk("listGenerations", { query: { limit: "2" } });
    expect(items.map((item: Record<string, unknown>) => item[name])).toEqual([example, null]);
    const text = typeof example === "string" ? example : JSON.stringify(example);
    const form = new Form(Object.entries<string>({ ...proCapture(asset), [name]: text }));
    expect((await partner.sendOk("createGeneration", { body: form }))[name]).toEqual(example);
    expect((await regenerate(without.job_id, { [name]: example }))[name]).toEqual(example);
    expect((await regenerate(job.job_id, {}))[name]).toEqual(example);
  },
);
