import type { Reply } from "../../support/requests.ts";
import type { Objects } from "../aws/objects.ts";
import type { ActivityWorld } from "../simulation/activity.ts";
import type { Action } from "./actions.ts";
import { bodyFor, otherBodyFor, overridesFor, pageShare } from "./bodies.ts";
import { bringer, requestWith } from "./bringing.ts";
import { eraser } from "./erasing.ts";
import { operator } from "./operating.ts";
import type { Partner } from "./partners.ts";
import { oneOf, reader } from "./reading.ts";
import type { Exchange, Requests } from "./requests.ts";
import { restorer } from "./restoring.ts";
import type { TableWatch } from "./table-watch.ts";

type Parts = {
  world: ActivityWorld;
  partners: Partner[];
  requests: Requests;
  objects: Objects;
  pictures: Map<string, Buffer>;
  watch: TableWatch;
  /** Notes that something went wrong. */
  accident: () => void;
};

/** What operators change of an organization until it is to be erased. */
const operatorsKinds = new Set<Action["kind"]>(["plan", "cap", "key", "adjust", "revoke", "restore"]);

/** Does what an action says. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions act on the same world
export function actor({ world, partners, requests, objects, pictures, ...restoring }: Parts) {
  const { schedule } = world;
  const sourceFor = bringer({ schedule, requests, objects, pictures });
  const { read, useListing, closeFirst } = reader({ requests, now: schedule.now });
  const { asOperator, changePlan, changeCap, changeKey, adjust, revoke } = operator(world);
  const erase = eraser(schedule, asOperator);
  const restore = restorer({ world, requests, asOperator, ...restoring });

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

  /** Sends an earlier write again; `isSame` decides whether with the same body. */
  async function repeat(partner: Partner, action: Action, isSame: boolean): Promise<void> {
    const own = requests.exchanges.filter(
      ({ organizationId, key, operationId }) =>
        key !== null && organizationId === partner.organizationId && operationId !== "createUpload",
    );
    const earlier = oneOf<Exchange>(own, action.c);
    if (!earlier?.key) return;
    const { request, operationId, key } = earlier;
    if (isSame && operationId === "createSigningSecret") return rotateSecret(partner, key);
    if (isSame) await requests.send(partner, operationId, request, key);
    const other = otherBodyFor(operationId, action);
    if (!isSame && other) await requests.send(partner, operationId, { ...request, body: other }, key);
  }

  async function rotateSecret(partner: Partner, key: string | null = null): Promise<void> {
    const from = schedule.now();
    const reply = await requests.send(partner, "createSigningSecret", { body: {} }, key);
    // A secret that nobody was shown signs all the same.
    const secret = reply?.status === 200 ? reply.body.signing_secret : null;
    const isReplayed = secret !== null && partner.secrets.some((one) => one.secret === secret);
    if (!isReplayed) partner.secrets.push({ secret, from, since: schedule.now() });
  }

  /** Lists the deliveries, and has one made again or a test sent. */
  async function useWebhooks(partner: Partner, { a, c }: Action): Promise<void> {
    const page = await requests.send(partner, "listWebhookDeliveries", { query: { limit: "10" } });
    const delivery = oneOf<{ webhook_id: string }>(page?.body.items ?? [], c);
    if (delivery && a < 0.6)
      await requests.send(partner, "redeliverWebhook", { id: delivery.webhook_id, body: {} });
    else if (partner.hook) await requests.send(partner, "testWebhook", { body: {} });
  }

  /** Issues a key over the API, uses it from then on, and revokes the one before. */
  async function issueKey(partner: Partner): Promise<void> {
    const former = { apiKey: partner.apiKey, keyId: partner.key.public_key_id };
    const reply = await requests.send(partner, "createKey", { body: { scope: "full" } });
    if (reply?.status !== 200) return;
    partner.apiKeys.push(reply.body.api_key);
    const key = { ...partner.key, public_key_id: reply.body.key_id };
    Object.assign(partner, { apiKey: reply.body.api_key, key });
    const revoked = await requests.send(partner, "revokeKey", { id: former.keyId });
    if (revoked?.status === 200) partner.revoked.push({ apiKey: former.apiKey, since: schedule.now() });
  }

  /** Calls with a key that was revoked, soon after and later. */
  async function useFormerKey(partner: Partner, { a, c }: Action): Promise<void> {
    const former = oneOf(partner.revoked, c);
    if (!former) return;
    await schedule.sleep(a * 120_000);
    const account = { organizationId: partner.organizationId, apiKey: former.apiKey };
    await requests.send(account, "getUsageSummary");
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

  return async (action: Action): Promise<void> => {
    const partner = partners[action.organization] as Partner;
    if (partner.isLeaving && operatorsKinds.has(action.kind)) return;
    switch (action.kind) {
      case "ingest":
        return ingest(partner, action);
      case "create":
      case "regenerate": {
        const job = await (action.kind === "create" ? create : regenerate)(partner, action);
        if (job === null || action.a < pageShare || action.a > 0.35) return;
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
        return changePlan(partner, action);
      case "cap":
        return changeCap(partner, action);
      case "key":
        await changeKey(partner);
        return useFormerKey(partner, action);
      case "secret":
        return rotateSecret(partner);
      case "webhook":
        return useWebhooks(partner, action);
      case "listing":
        return useListing(partner, action);
      case "issue":
        return issueKey(partner);
      case "adjust":
        return adjust(partner, action);
      case "revoke":
        return revoke(partner, action);
      case "erase":
        return erase(partner);
      case "restore":
        return restore(partner);
      case "close":
        return closeFirst(partner);
    }
  };
}
