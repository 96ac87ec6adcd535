import { newApiKey, standardPlan } from "../../../lambdas/domain/organization/new-organization.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import { changePlan } from "../../../lambdas/storage/billing/plans.ts";
import {
  findOrganization,
  saveApiKey,
  updateOrganization,
} from "../../../lambdas/storage/organization/organizations.ts";
import { Form } from "../../support/form.ts";
import { addOrganization, unlimited } from "../../support/partner.ts";
import type { Call, Reply } from "../../support/requests.ts";
import { keyAt, type Objects } from "../aws/objects.ts";
import { type ActivityWorld, start } from "../simulation/activity.ts";
import { unseededBytes } from "../simulation/globals.ts";
import type { Random } from "../simulation/random.ts";
import type { Action } from "./actions.ts";
import { bodyFor, otherBodyFor, overridesFor } from "./bodies.ts";
import type { Exchange, Requests } from "./requests.ts";

/** An organization of a history. `caps` are the in-flight caps that it has had, and since when. */
export type Partner = Awaited<ReturnType<typeof addOrganization>> & {
  hook: string | null;
  caps: { at: number; cap: number }[];
  firstPlan: Organization["plan"];
  planChanges: number;
  assets: string[];
  jobs: string[];
  isSandbox: boolean;
};

/** The organizations of a history: billed ones by several plans, and perhaps a sandbox. */
export async function addPartners(random: Random, now: number, count: number): Promise<Partner[]> {
  const partners: Partner[] = [];
  for (let index = 0; index < count; index++) {
    const isSandbox = index === count - 1 && random.chance(0.6);
    const cap = random.between(1, 5);
    const fails = random.pick([0, 0, 0.3, 0.97]);
    const hook = random.chance(0.1) ? null : `https://hooks.example/${index}?fails=${fails}`;
    const firstPlan = isSandbox ? null : planFor(random.next(), random.next());
    const account = await addOrganization({
      sandbox: isSandbox,
      limits: { ...unlimited, max_concurrent_jobs: cap },
      default_webhook_url: hook,
      disclosure: random.pick(["none", "none", "label"]),
      ...(firstPlan && { plan: firstPlan }),
    });
    Object.assign(account, await addUnseededKey(account.organization));
    const drawn = { hook, caps: [{ at: now - 1, cap }], firstPlan, planChanges: 0, isSandbox };
    partners.push({ ...account, ...drawn, assets: [], jobs: [] });
  }
  return partners;
}

/** A key that no other history has had: the functions remember keys. */
async function addUnseededKey(organization: Organization) {
  const random = { id: () => unseededBytes(13).toString("hex").toUpperCase(), bytes: unseededBytes };
  const { key, shownOnce } = newApiKey(organization, {}, new Date(), random);
  await saveApiKey(key);
  return { key, apiKey: shownOnce };
}

function planFor(a: number, b: number): Organization["plan"] {
  const plan = { ...standardPlan, included_units: Math.floor(a * 4), unit_price_micro_usd: 250_000 };
  if (b < 0.3) return { ...plan, overage_allowed: false, included_units: 1 + Math.floor(a * 5) };
  if (b < 0.6) return { ...plan, spend_cap_micro_usd: 250_000 * Math.floor(1 + a * 4) };
  return plan;
}

type Parts = {
  world: ActivityWorld;
  partners: Partner[];
  requests: Requests;
  objects: Objects;
  pictures: Map<string, Buffer>;
};

/** Does what an action says. */
export function actor({ world, partners, requests, objects, pictures }: Parts) {
  const { schedule } = world;
  const pictureAt = (share: number) => [...pictures][Math.floor(share * pictures.size)] as [string, Buffer];
  const oneOf = <T>(list: readonly T[], share: number): T | undefined =>
    list[Math.floor(share * list.length)];

  /** An operator's change runs like a function: it calls the table. */
  const asOperator = (change: () => Promise<unknown>) =>
    start({ name: "operator", skewMs: 0, world }, change).ended;

  async function upload(partner: Partner, share: number, isPut: boolean): Promise<string | null> {
    const [, picture] = pictureAt(share);
    const body = { content_length: picture.length, content_type: "image/jpeg" };
    const reply = await requests.send(partner, "createUpload", { body });
    if (reply?.status !== 200) return null;
    if (isPut) objects.stored.set(keyAt(new URL(reply.body.url).pathname), picture);
    return reply.body.upload_id;
  }

  /** How a request brings its picture. */
  async function sourceFor(
    partner: Partner,
    { b, c }: Action,
  ): Promise<Record<string, string> | Buffer | null> {
    if (b < 0.35) return { source_url: `https://pictures.example/${pictureAt(c)[0]}` };
    if (b < 0.65) return pictureAt(c)[1];
    const upload_id = await upload(partner, c, b < 0.95);
    return upload_id === null ? null : { upload_id };
  }

  const requestWith = (source: Record<string, string> | Buffer, fields: Record<string, unknown>): Call => {
    if (!Buffer.isBuffer(source)) return { body: { ...fields, ...source } };
    const parts = Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    return { body: new Form([["file", source], ...parts], "form-of-this-request") };
  };

  async function ingest(partner: Partner, action: Action): Promise<void> {
    const source = await sourceFor(partner, action);
    if (source === null) return;
    const reply = await requests.send(partner, "createSourceAsset", requestWith(source, {}));
    for (let polls = 0; reply?.status === 200 && polls < 20; polls++) {
      const read = await requests.send(partner, "getSourceAsset", { id: reply.body.ingest_id });
      if (read?.body.source_asset_id) partner.assets.push(read.body.source_asset_id);
      if (read?.body.completed_at) return;
      await schedule.sleep(5000 * 1.4 ** polls);
    }
  }

  async function create(partner: Partner, action: Action): Promise<string | null> {
    const asset = action.b < 0.6 ? oneOf(partner.assets, action.c) : undefined;
    const fields = bodyFor(action, partner.isSandbox);
    const source = asset === undefined ? await sourceFor(partner, action) : { source_asset_id: asset };
    if (source === null) return null;
    return noteJob(partner, await requests.send(partner, "createGeneration", requestWith(source, fields)));
  }

  async function regenerate(partner: Partner, action: Action): Promise<string | null> {
    const parent = oneOf(partner.jobs, action.c);
    if (parent === undefined) return create(partner, action);
    const request = { id: parent, body: overridesFor(action) };
    return noteJob(partner, await requests.send(partner, "regenerateGeneration", request));
  }

  function noteJob(partner: Partner, reply: Reply | null): string | null {
    if (reply?.status !== 200) return null;
    partner.jobs.push(reply.body.job_id);
    return reply.body.job_id;
  }

  async function read(partner: Partner, { a, c }: Action): Promise<void> {
    const job = oneOf(partner.jobs, c);
    if (a < 0.4 && job) return void (await requests.send(partner, "getGeneration", { id: job }));
    if (a < 0.6) return void (await requests.send(partner, "listGenerations", { query: { limit: "5" } }));
    if (a < 0.75) return void (await requests.send(partner, "listBillingEvents", { query: { limit: "3" } }));
    if (a < 0.85 && job)
      return void (await requests.send(partner, "listBillingEvents", { query: { job_id: job } }));
    const summary = await requests.send(partner, "getUsageSummary");
    const period = summary?.body.billing_period?.start_at?.slice(0, 10);
    if (a > 0.9 && period) await requests.send(partner, "getStatement", { id: period });
  }

  /** Sends an earlier write again; `isSame` decides whether with the same body. */
  async function repeat(partner: Partner, action: Action, isSame: boolean): Promise<void> {
    const own = requests.exchanges.filter(
      ({ organizationId, key, operationId }) =>
        key !== null && organizationId === partner.organizationId && operationId !== "createUpload",
    );
    const earlier = oneOf<Exchange>(own, action.c);
    if (!earlier?.key) return;
    const { request, operationId, key } = earlier;
    if (isSame) await requests.send(partner, operationId, request, key);
    const other = otherBodyFor(operationId, action);
    if (!isSame && other) await requests.send(partner, operationId, { ...request, body: other }, key);
  }

  async function trespass(partner: Partner, action: Action): Promise<void> {
    const { a, b, c } = action;
    const other = oneOf(
      partners.filter((one) => one !== partner),
      a,
    ) as Partner;
    const [job, asset] = [oneOf(other.jobs, c), oneOf(other.assets, c)];
    if (job && b < 0.3) await requests.send(partner, "getGeneration", { id: job });
    else if (job && b < 0.5) await requests.send(partner, "cancelGeneration", { id: job });
    else if (job && b < 0.7) await requests.send(partner, "regenerateGeneration", { id: job });
    else if (asset)
      await requests.send(partner, "createGeneration", {
        body: { ...bodyFor(action, false), source_asset_id: asset },
      });
  }

  async function changeCap(partner: Partner, { a }: Action): Promise<void> {
    const cap = 1 + Math.floor(a * 5);
    partner.caps.push({ at: schedule.now(), cap });
    const limits = { ...unlimited, max_concurrent_jobs: cap };
    await asOperator(() => updateOrganization(partner.organizationId, { limits }));
  }

  async function changeKey(partner: Partner): Promise<void> {
    await asOperator(async () => {
      const { key, apiKey } = await addUnseededKey(partner.organization);
      await saveApiKey({ ...partner.key, revoked_at: new Date().toISOString() });
      Object.assign(partner, { key, apiKey });
    });
  }

  return async (action: Action): Promise<void> => {
    const partner = partners[action.organization] as Partner;
    switch (action.kind) {
      case "ingest":
        return ingest(partner, action);
      case "create":
      case "regenerate": {
        const job = await (action.kind === "create" ? create : regenerate)(partner, action);
        if (job === null || action.a > 0.35) return;
        await schedule.sleep((action.b * 6) ** 4);
        return void (await requests.send(partner, "cancelGeneration", { id: job }));
      }
      case "cancel": {
        const id = oneOf(partner.jobs, 1 - action.c ** 2);
        if (id !== undefined) await requests.send(partner, "cancelGeneration", { id });
        return;
      }
      case "replay":
        return repeat(partner, action, true);
      case "conflict":
        return repeat(partner, action, false);
      case "read":
        return read(partner, action);
      case "trespass":
        return trespass(partner, action);
      case "plan":
        if (!partner.isSandbox)
          await asOperator(async () => {
            const organization = await findOrganization(partner.organizationId);
            partner.planChanges++;
            if (organization) await changePlan(organization, planFor(action.a, action.b), new Date());
          });
        return;
      case "cap":
        return changeCap(partner, action);
      case "key":
        return changeKey(partner);
    }
  };
}
