import { expect, vi } from "vitest";
import { adjustment } from "../../../lambdas/domain/billing/adjustment.ts";
import { changeAnchorDay } from "../../../lambdas/domain/billing/period.ts";
import type { Plan } from "../../../lambdas/domain/organization/organization.ts";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { recordAdjustment } from "../../../lambdas/storage/billing/adjustments.ts";
import { changePlan } from "../../../lambdas/storage/billing/plans.ts";
import { findGeneration } from "../../../lambdas/storage/generation/generations.ts";
import { findOrganization, updateOrganization } from "../../../lambdas/storage/organization/organizations.ts";
import type { Api } from "../api.ts";
import type { Reply } from "../requests.ts";
import type { Action } from "./actions.ts";
import { newBilledPartner } from "./billed-partner.ts";
import {
  accepts,
  type BookedJob,
  type Books,
  bookEnd,
  bookPlan,
  capOf,
  openBooks,
  periodOf,
} from "./bookkeeper.ts";
import { context, type Ending, end, output, outputsOf, run } from "./endings.ts";
import { type History, wait } from "./history.ts";

const minute = 60_000;

/** Lives through a history: each action in its order, on the service and in the books. */
export async function live(api: Api, plan: Plan, actions: Action[]): Promise<History> {
  const books = openBooks(plan, Date.UTC(2026, 0, 20, 12));
  vi.setSystemTime(books.now);
  const history = { api, partner: await newBilledPartner(api, plan, 3), books, found: new Map() };
  for (const next of actions) await act(history, next);
  return history;
}

async function act(history: History, next: Action): Promise<void> {
  const { books, partner } = history;
  const { organization_id } = partner.organization;
  switch (next.do) {
    case "wait":
      return wait(books, next.ms);
    case "wait_to_turn":
      return wait(books, books.end - books.now - (next.beyond ? 0 : 1));
    case "create": {
      // What a later job gets of one without an alternate is in approve-candidates.test.ts.
      const alternates = next.picture === 0;
      const options = { include_alternates: alternates };
      const request = () => partner.create(next.picture, options, `create ${books.jobs.length} ${books.now}`);
      return accept(history, next.twice ? [request, request] : [request], {
        ...next,
        alternates,
        parent: null,
      });
    }
    case "regenerate": {
      const parent = pick(books.jobs, next.which);
      if (!parent) return;
      const key = `regenerate ${books.jobs.length} ${books.now}`;
      return accept(history, [() => partner.regenerate(parent.id, key)], { ...parent, parent: parent.id });
    }
    case "succeed":
    case "fail": {
      const job = pick(inFlight(books), next.which);
      if (!job) return;
      const outputs = next.do === "succeed" ? next.outputs : 0;
      const [use, input] = await run(history, job, outputs);
      return end(history, input, next.crash, () => bookEnd(books, job, use, outputsOf(input)));
    }
    case "succeed_together": {
      const made: [BookedJob, Ending][] = [];
      for (const job of inFlight(books)) {
        const [use, input] = await run(history, job, 1);
        if (use === "unit") made.push([job, input]);
        else await end(history, input, [], () => bookEnd(books, job, use, outputsOf(input)));
      }
      const ends = made.map(
        ([, input]) =>
          () =>
            Promise.all([finish(input, context), finish(input, context)]),
      );
      // If some hold a free unit and others one with a price, the order in which they end decides what they cost.
      const kinds = new Set(made.map(([{ reservedIn, reservedPrice }]) => `${reservedIn} ${reservedPrice}`));
      if (kinds.size === 1) await Promise.all(ends.map((end) => end()));
      else for (const end of ends) await end();
      for (const [job, input] of made) bookEnd(books, job, "unit", outputsOf(input));
      return;
    }
    case "end_again": {
      const job = pick(
        books.jobs.filter((candidate) => candidate.end !== null),
        next.which,
      );
      if (!job) return;
      const reference = { organization_id, job_id: job.id };
      await finish({ ...reference, outputs: [output(job, 1)] }, context);
      await finish({ ...reference, error: { Error: "inference_failed" } }, context);
      return;
    }
    case "adjust":
      return adjust(history, next);
    case "plan":
      await changePlanTo(organization_id, next.plan);
      bookPlan(books, next.plan);
      return wait(books, 31_000);
    case "anchor": {
      const organization = await findOrganization(organization_id);
      if (!organization) throw new Error("no organization");
      const anchors = changeAnchorDay(organization.anchors, next.day, new Date());
      await updateOrganization(organization_id, { anchors });
      books.nextDay = next.day;
      return wait(books, 31_000);
    }
  }
}

async function changePlanTo(organizationId: string, plan: Plan): Promise<void> {
  const organization = await findOrganization(organizationId);
  if (!organization) throw new Error("no organization");
  expect(await changePlan(organization, plan, new Date())).toBe(true);
}

const pick = <T>(items: T[], which: number): T | undefined => items[which % items.length];
const inFlight = ({ jobs }: Books) => jobs.filter((job) => job.end === null);

type Request = () => Promise<Reply>;

/** Sends a request, perhaps twice at once; the books say whether it is accepted. Its one job begins at once. */
async function accept(
  { api, partner, books, found }: History,
  requests: Request[],
  asked: Pick<BookedJob, "picture" | "alternates" | "parent">,
) {
  const isAccepted = accepts(books);
  if (!isAccepted) books.refusals++;
  const replies = await Promise.all(requests.map((request) => request()));
  for (const { status, body } of replies)
    if (!isAccepted) expect([status, body.error.code]).toEqual([403, "entitlement_required"]);
    else expect([status, body.job_id]).toEqual([200, replies[0]?.body.job_id]);
  if (!isAccepted || !replies[0]) return;
  const { picture, alternates, parent } = asked;
  const reservedPrice = capOf(books.plan) === null ? null : (books.plan?.unit_price_micro_usd ?? null);
  const reservedIn = books.plan?.overage_allowed && reservedPrice === null ? null : periodOf(books);
  const id = replies[0].body.job_id;
  books.jobs.push({ id, picture, parent, alternates, reservedIn, reservedPrice, end: null });
  const { organization_id } = partner.organization;
  const approved = await api.startInference({ organization_id, job_id: id });
  expect(approved !== null).toBe(parent === null && books.approved.has(picture));
  found.set(id, approved);
}

async function adjust(
  { books, partner }: History,
  { which, amount, ago, twice }: { which: number; amount: number; ago: number; twice: boolean },
) {
  const { organization_id } = partner.organization;
  const target = pick(
    books.jobs.filter(({ end }) => end && end.use !== "none"),
    which,
  );
  const start = books.starts.at(-1 - ago);
  const job = target && (await findGeneration(organization_id, target.id));
  const organization = await findOrganization(organization_id);
  if (!job || !organization || start === undefined) return;
  const reference = `ticket ${books.adjustments.length}`;
  const record = () => {
    const wanted = adjustment(job, {
      amountMicroUsd: amount,
      reference,
      reason: "a reason",
      periodStart: start === periodOf(books) ? null : new Date(start).toISOString(),
      occurredAt: new Date(),
    });
    return recordAdjustment(organization, wanted);
  };
  const first = await record();
  books.adjustments.push({ period: periodOf(books), corrects: start, amount });
  if (!twice) return;
  wait(books, minute);
  expect(await record()).toEqual(first);
}
