import { buildAgain } from "./again.js";
import { buildBatch, openListing, runBatch } from "./batch.js";
import { find } from "./elements.js";
import { buildForm } from "./form.js";
import { showHistory, showUsage } from "./history.js";
import { buildJob, closeJob, openJob, runJob } from "./job.js";
import { buildMarking, mark, showMarking } from "./marking.js";
import { lackOf, ordersOf, refusalOfAll, summaryOf } from "./orders.js";
import { takePanel } from "./panel.js";
import { findBefore } from "./picture.js";
import { showPreview } from "./preview.js";
import { buildRequest, requestOf, showPane, showRequest } from "./request.js";
import { showEmpty } from "./result.js";
import { pause, staging, stagingWith } from "./service.js";
import { buildSource, chosenSource, sourceRead } from "./source.js";

let isSending = false;
const submit = find("job").querySelector("[type=submit]");

/** Shows the request that the form would send, and returns it and its like. One request at a time, none that is known to be declined. */
function prepare() {
  const orders = ordersOf();
  const refusal = refusalOfAll(orders);
  find("form-error").textContent = refusal ?? "";
  find("summary").textContent = summaryOf(orders);
  submit.disabled = isSending || refusal !== undefined;
  showMarking();
  if (orders.length > 0) showRequest(orders[0].request, orders.length);
  return orders;
}

function hold(isHeld) {
  isSending = isHeld;
  prepareButton();
}
const prepareButton = () => {
  submit.disabled = isSending || refusalOfAll(ordersOf()) !== undefined;
};

const sender =
  ({ source, request }, onSent) =>
  () =>
    stagingWith(onSent).generations.create(
      { ...source, ...request.fields },
      { idempotencyKey: request.idempotencyKey },
    );

async function generate(event) {
  event.preventDefault();
  hold(true);
  await sourceRead();
  const orders = prepare();
  const lack = refusalOfAll(orders) ?? lackOf(orders);
  find("form-error").textContent = lack ?? "";
  if (lack) return hold(false);
  showPane("picture-pane");
  const [first] = orders;
  const release = () => hold(false);
  if (orders.length > 1)
    return runBatch(
      orders.map((order) => ({ ...order, send: sender(order, () => {}) })),
      first.request.fields.listing,
    ).finally(release);
  const send = (onSent) => sender(first, onSent)().finally(release);
  await runJob(first.request, send, first.picture.copy);
}

async function regenerate({ job_id, original }, overrides) {
  const idempotencyKey = crypto.randomUUID();
  const request = { jobId: job_id, fields: overrides, idempotencyKey };
  const send = () => staging.generations.regenerate(job_id, overrides, { idempotencyKey });
  await runJob(request, send, findBefore(job_id) ?? original?.image_url);
}

/** Sends a job that was declined again, with a mask: the one that the model proposed, as the reader corrects it. */
async function correct(job) {
  const before = findBefore(job.job_id) ?? chosenSource().picture?.copy;
  const mask = before && (await mark(before, job.proposed_mask.image_url));
  if (!mask) return;
  const { picture, fields, idempotencyKey } = requestOf(job);
  const request = { picture, mask: "mask.png", fields, idempotencyKey };
  const send = () => staging.generations.create({ ...picture, mask, ...fields }, { idempotencyKey });
  await runJob(request, send, before);
}

/** Shows the job or the listing that the address names; without one, a finished sample. */
function openAddress() {
  const named = new URLSearchParams(location.search);
  if (named.has("job")) return openJob(named.get("job"));
  closeJob();
  if (named.has("listing")) return openListing(named.get("listing"));
  takePanel();
  if (chosenSource().pictures.length > 0) showPreview(chosenSource().pictures);
  else showEmpty();
}

/** Shows chosen pictures in place of what was shown: that stays a step back. */
function showChosen() {
  if (location.search) history.pushState(null, "", "/");
  openAddress();
}

function showAccount() {
  showHistory(openJob);
  showUsage();
}

buildForm();
buildSource(prepare, showChosen);
buildRequest();
buildAgain(regenerate);
buildJob(showAccount, correct);
buildBatch(showAccount, openJob);
buildMarking(prepare);
find("job").addEventListener("change", prepare);
find("job").addEventListener("submit", generate);
addEventListener("popstate", openAddress);
prepare();
showAccount();
openAddress();
performance.mark("ready");
// What would move is shown when it has its place.
await Promise.race([find("after").decode(), pause(1000)]).catch(() => {});
document.documentElement.dataset.ready = "true";
