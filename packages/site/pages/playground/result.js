import { find, make } from "./elements.js";
import { showOutputs, showSample } from "./outputs.js";
import { noteSeconds, percentSent, progressOf } from "./progress.js";
import { describeJob, endingOf, statuses } from "./words.js";

const isOver = (status) =>
  ["succeeded", "failed", "declined", "cancelled", "refused", "unsent", "unreadable"].includes(status);
/** Endings that nobody needs to worry about. */
const isCalm = (status) => status === "declined" || status === "cancelled";

const parts = ["empty", "preview", "state", "stage", "again", "batch"];

/** Shows this part of the panel, and no other. */
export function showOnly(id) {
  for (const part of parts) find(part).hidden = part !== id;
  find("trouble").textContent = "";
}

/** Shows a finished sample, in place of a job. */
export function showEmpty() {
  showOnly("empty");
  delete find("result").dataset.status;
  find("result-title").textContent = "Result";
  showSample();
}

/** Empties the panel for a job that is about to be sent or opened. */
export function startShowing(status) {
  showOnly("state");
  find("result-title").textContent = "Result";
  for (const id of ["cancel", "waiting", "correct"]) find(id).hidden = true;
  for (const id of ["failure", "trouble", "about", "elapsed", "permalink"]) find(id).textContent = "";
  find("progress").firstChild.value = 0;
  find("progress").lastChild.textContent = "";
  showStatus(status);
}

function showStatus(status) {
  find("status").textContent = statuses[status] ?? status;
  find("spinner").hidden = find("progress").hidden = isOver(status);
  find("result").dataset.status = status;
  find("failure").className = isCalm(status) ? "note" : "error";
}

/** Shows for how long, in seconds, the job has been under way, and how far it is. */
export function showElapsed(seconds, job) {
  find("elapsed").textContent = seconds < 60 ? `${seconds.toFixed(1)} s` : minutesOf(seconds);
  if (job) showProgress(progressOf(job, seconds));
}

/** Shows how much of the picture is sent, from 0 to 1. */
export function showSent(part) {
  find("progress").lastChild.textContent = `${Math.round(100 * part)} % of the picture is sent`;
  find("progress").firstChild.value = percentSent(part);
}

/** An estimate can be ahead of what the model says then: the bar never goes back. */
function showProgress({ percent, stage }) {
  const bar = find("progress").firstChild;
  bar.value = Math.max(bar.value, percent);
  const shown = `${Math.round(bar.value)} %`;
  find("progress").lastChild.textContent = stage ? `${stage}, ${shown}` : `about ${shown}`;
}

const minutesOf = (seconds) => `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;

export function showTrouble(text) {
  find("trouble").textContent = text;
}

/** Shows why there is no job to see: it was `refused` or `unsent`, or is `unreadable`. */
export function showRefusal(text, status) {
  showTrouble("");
  find("cancel").hidden = find("waiting").hidden = true;
  find("elapsed").textContent = "";
  find("failure").textContent = text;
  showStatus(status);
}

/** Shows a job as far as it is; `before` is what its picture looked like, if that is known. */
export function showJob(job, before) {
  const hasEnded = isOver(job.status);
  showStatus(endingOf(job));
  showTrouble("");
  find("about").textContent = describeJob(job);
  find("permalink").replaceChildren(make("a", { href: `?job=${job.job_id}` }, job.job_id), ...listingOf(job));
  find("cancel").hidden = hasEnded;
  find("waiting").hidden = hasEnded || !before;
  if (!hasEnded) {
    if (before) find("waiting").src = before;
    return;
  }
  const seconds = (Date.parse(job.completed_at) - Date.parse(job.created_at)) / 1000;
  showElapsed(seconds);
  noteSeconds(job, seconds);
  if (job.failure) {
    find("failure").textContent = explain(job);
    find("correct").hidden = !job.proposed_mask;
  }
  if (job.outputs.length > 0) showOutputs(job, job.original?.image_url ?? before);
}

const listingOf = ({ listing }) =>
  listing ? [" in ", make("a", { href: `?listing=${encodeURIComponent(listing)}` }, listing)] : [];

/** Why a job failed, and what to do. */
export function explain(job) {
  const { message, retryable, code } = job.failure;
  if (isCalm(endingOf(job))) return `${message} Nothing is charged.`;
  const advice = retryable ? " The same request may succeed if it is sent again." : "";
  return `${message}${advice} Code: ${code}.`;
}
