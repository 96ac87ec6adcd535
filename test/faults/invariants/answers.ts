import canonicalize from "canonicalize";
import { signedUntil } from "../aws/objects.ts";
import type { History } from "../world/history.ts";
import { type Exchange, isWrite } from "../world/requests.ts";
import { type Item, isTerminal, type Records } from "./records.ts";

type Answered = Exchange & { reply: NonNullable<Exchange["reply"]> };
const wasAnswered = (exchange: Exchange): exchange is Answered => exchange.reply !== null;

/** Answers to one write are the same, reads never go back, and nobody is shown what is another's. */
export function* checkAnswers(history: History, records: Records): Generator<string> {
  const answers = history.requests.exchanges.filter(wasAnswered);
  for (const { operationId, reply } of answers)
    if (reply.status === 400) yield `${operationId} answers 400: ${reply.text}`;
  for (const { operationId, reply, sent, answered } of answers)
    if (reply.status >= 500 && !history.faultTimes.some((at) => at >= sent && at <= answered))
      yield `${operationId} answers ${reply.status} though nothing goes wrong: ${reply.text}`;
  yield* checkWrites(history.requests.exchanges);
  yield* checkReads(answers, records);
  yield* checkIsolation(answers, records);
  yield* checkSignedUrls(answers);
  yield* checkKeys(answers, history);
  yield* checkRates(answers, history);
}

/** Their answers show a secret: another API key may not repeat them. */
const showsSecret = new Set<string>(["createSigningSecret", "createKey"]);

function* checkWrites(exchanges: Exchange[]): Generator<string> {
  const groups = Map.groupBy(
    exchanges.filter(({ operationId }) => isWrite(operationId)),
    ({ organizationId, operationId, id, key }) => JSON.stringify([organizationId, operationId, id, key]),
  );
  for (const [name, all] of groups) {
    const [first, ...others] = all.toSorted((a, b) => a.sent - b.sent);
    const isRepeat = ({ operationId, apiKey }: Exchange) =>
      !showsSecret.has(operationId) || apiKey === first?.apiKey;
    const days = byDay(first ? [first, ...others.filter(isRepeat)] : []);
    for (const group of days) yield* checkWrite(name, group);
    const [early, later] = days.map((group) => group.find(({ reply }) => reply?.status === 200)?.reply?.text);
    if (early !== undefined && early === later && !/cancelGeneration|closeListing/.test(name))
      yield `${name} is answered as it was more than a day before`;
  }
}

const day = 24 * 3600 * 1000;
/** Clocks differ by four seconds, a request takes some. */
const doubtful = 60_000;

/**
 * The requests of one key, in groups that one record answers: a record is kept for 24 hours, and begins between the first
 * request and the first that was seen to be accepted. Requests that may be on either side of its end are left out.
 */
function byDay(inOrder: Exchange[], began = inOrder[0]?.sent ?? 0): Exchange[][] {
  const accepted = inOrder.filter(wasAnswered).find(({ reply }) => reply.status === 200);
  if (!accepted) return [inOrder];
  const ends = { earliest: began + day - doubtful, latest: accepted.answered + day + doubtful };
  const now = inOrder.filter(({ answered, sent }) => Math.min(answered, sent + 30_000) < ends.earliest);
  const later = inOrder.filter(({ sent }) => sent > ends.latest);
  return later.length === 0 ? [now] : [now, ...byDay(later, ends.earliest)];
}

function* checkWrite(name: string, group: Exchange[]): Generator<string> {
  const accepted = group.filter(wasAnswered).filter(({ reply }) => reply.status === 200);
  const texts = new Set(accepted.map(({ reply }) => reply.text));
  if (texts.size > 1) yield `${name} has ${texts.size} different answers: ${[...texts].join(" | ")}`;
  if (new Set(accepted.map(({ body }) => body)).size > 1) yield `${name} is accepted with different bodies`;
  const first = Math.min(...accepted.map(({ answered }) => answered));
  for (const later of group.filter(wasAnswered).filter(({ sent }) => sent > first)) {
    const isSame = later.body === accepted[0]?.body;
    const { status, text } = later.reply;
    if (isSame && status >= 400 && status < 500 && status !== 401 && status !== 429)
      yield `${name} was accepted and is then answered ${status}: ${text}`;
    if (!isSame && status === 200) yield `${name} is accepted with another body`;
  }
  const isConflict = ({ reply }: Answered) => reply.body.error?.code === "idempotency_conflict";
  const bodies = new Set(group.map(({ body }) => body));
  if (bodies.size === 1 && group.filter(wasAnswered).some(isConflict)) yield `${name} conflicts with itself`;
}

const order = ["ingesting", "queued", "running", "succeeded", "failed"];
const shown = ({ status, completed_at, failure, outputs }: Item) =>
  canonicalize([status, completed_at, failure, outputs.map(({ output_id }: Item) => output_id)]);

/** A job that a caller has seen in a state is never seen in an earlier one, and an ended job always in the same. */
function* checkReads(answers: Answered[], { jobs }: Records): Generator<string> {
  const seen = answers
    .filter(({ reply, operationId }) => reply.status === 200 && operationId === "getGeneration")
    .sort((a, b) => a.sent - b.sent);
  for (const [jobId, reads] of Map.groupBy(seen, ({ id }) => id)) {
    const job = jobs.find(({ job_id }) => job_id === jobId);
    for (const read of reads) {
      const earlier = reads.filter(({ answered }) => answered < read.sent);
      const highest = Math.max(-1, ...earlier.map(({ reply }) => order.indexOf(reply.body.status)));
      if (order.indexOf(read.reply.body.status) < highest)
        yield `${jobId} is seen as ${order[highest]} and then as ${read.reply.body.status}`;
      if (
        job &&
        isTerminal(read.reply.body) &&
        shown(read.reply.body) !== shown({ ...job, outputs: exposed(job) })
      )
        yield `${jobId} is shown as ${shown(read.reply.body)} and ends as ${shown(job)}`;
    }
  }
  for (const { reply, id, operationId } of answers) {
    const job = jobs.find(({ job_id }) => job_id === id);
    if (operationId !== "cancelGeneration" || reply.status !== 200 || !job) continue;
    if (shown(reply.body) !== shown({ ...job, outputs: exposed(job) }))
      yield `${id} is cancelled as ${shown(reply.body)} and ends as ${shown(job)}`;
  }
}

const exposed = ({ outputs, include_alternates }: Item): Item[] =>
  outputs.toSorted((a: Item, b: Item) => a.rank - b.rank).slice(0, include_alternates ? 2 : 1);

/** A picture's URL is valid when its caller gets it, and for as long as the answer says. */
function* checkSignedUrls(answers: Answered[]): Generator<string> {
  for (const { operationId, answered, sent, reply } of answers) {
    if (reply.status !== 200 || answered - sent > 30_000 || isWrite(operationId)) continue;
    const pictures = [...(reply.body.outputs ?? []), ...(reply.body.original ? [reply.body.original] : [])];
    for (const { image_url, expires_at } of pictures) {
      if (signedUntil(image_url) !== Date.parse(expires_at))
        yield `${operationId} says that ${image_url} expires at ${expires_at}`;
      if (Date.parse(expires_at) <= answered)
        yield `${operationId} shows a URL that has expired: ${image_url}`;
    }
  }
}

/** A revoked key is refused, by every container: from half a minute after its revocation, as clocks have it. */
function* checkKeys(answers: Answered[], { partners }: History): Generator<string> {
  const ends = new Map(
    partners.flatMap(({ revoked }) => revoked.map(({ apiKey, since }) => [apiKey, since])),
  );
  for (const { apiKey, operationId, sent, reply } of answers) {
    const isOver = sent > (ends.get(apiKey) ?? Number.POSITIVE_INFINITY) + 30_000 + 2 * 4000;
    if (isOver && reply.status !== 401 && reply.status !== 429 && reply.status < 500)
      yield `${operationId} answers ${reply.status} to a key that was revoked before`;
  }
}

const minuteOf = (time: number): number => Math.floor(time / 60_000);

/** No minute has more creates than an organization's limit, whichever containers count them. */
function* checkRates(answers: Answered[], { partners, largestSkew }: History): Generator<string> {
  if (largestSkew > 0) return;
  for (const { organizationId, organization } of partners) {
    const limit = organization.limits.create_generation_per_minute ?? Number.POSITIVE_INFINITY;
    const counted = answers.filter(
      (one) =>
        one.operationId === "createGeneration" &&
        one.organizationId === organizationId &&
        one.reply.status === 200 &&
        minuteOf(one.sent) === minuteOf(one.answered),
    );
    for (const [minute, all] of Map.groupBy(counted, ({ sent }) => minuteOf(sent)))
      if (all.length > limit)
        yield `${organizationId} has ${all.length} creates in minute ${minute}, its limit is ${limit}`;
  }
}

function* checkIsolation(answers: Answered[], { items }: Records): Generator<string> {
  const owner = new Map<string, string>();
  for (const item of items)
    for (const name of ["job_id", "ingest_id", "source_asset_id", "upload_id", "event_id"])
      if (typeof item[name] === "string" && item.pk.startsWith("ORG#"))
        owner.set(item[name], item.pk.split("#")[1] ?? "");
  for (const { reply, organizationId, operationId, id } of answers) {
    for (const [found] of reply.text.matchAll(/\b(?:job|src|upl|use)_[A-Za-z0-9]+/g))
      if ((owner.get(found) ?? organizationId) !== organizationId)
        yield `${operationId} shows ${organizationId} ${found}, which is of ${owner.get(found)}`;
    if (
      owner.has(id) &&
      owner.get(id) !== organizationId &&
      ![401, 404, 429].includes(reply.status) &&
      reply.status < 500
    )
      yield `${operationId} of another's ${id} answers ${reply.status}`;
  }
}
