import { buildOverrides } from "./again.js";
import { find } from "./elements.js";
import { buildOutputs } from "./outputs.js";
import { reveal, takePanel } from "./panel.js";
import { findBefore, keepBefore } from "./picture.js";
import { endExchange, showAnswer, startExchange } from "./request.js";
import { showElapsed, showJob, showRefusal, showSent, showTrouble, startShowing } from "./result.js";
import { answerOf, staging, watchJob } from "./service.js";

let current;
let onEnd = () => {};

/** Sends a request as a job by `send`, and follows it to its end. `before` is what its picture looks like. */
export async function runJob(request, send, before) {
  startExchange(request);
  await show("sending", async (signal) => {
    const job = await send((part) => signal.aborted || showSent(part));
    keepBefore(job.job_id, before);
    await follow(job.job_id, before, signal, job);
    if (!signal.aborted) onEnd();
  });
}

/** Opens a job by its id, with fresh URLs. */
export async function openJob(jobId) {
  if (current?.job_id !== jobId) startExchange(undefined);
  await show("opening", async (signal) => {
    const changes = await follow(jobId, undefined, signal);
    if (!signal.aborted && changes > 1) onEnd();
  });
}

const jobIdIn = ({ search }) => new URLSearchParams(search).get("job");

/** No job is shown any more. */
export function closeJob() {
  current = undefined;
  endExchange();
}

async function show(status, work) {
  const signal = takePanel();
  const started = Date.now();
  startShowing(status);
  reveal(find("result"));
  // A job that was opened has waited since it was created.
  const since = () => (current ? Date.parse(current.created_at) : started);
  current = undefined;
  const clock = setInterval(() => signal.aborted || showElapsed((Date.now() - since()) / 1000, current), 250);
  try {
    await work(signal);
  } catch (error) {
    if (signal.aborted) return;
    const isCreated = status === "opening" || current;
    showRefusal(error.message, isCreated ? "unreadable" : error.status < 500 ? "refused" : "unsent");
    if (error.code) showAnswer(answerOf(error));
  } finally {
    clearInterval(clock);
  }
}

/** Shows the job, at `first` as it was created, until it has ended, and returns in how many states. */
async function follow(jobId, before, signal, first) {
  let states = 0;
  if (signal.aborted) return states;
  if (jobIdIn(location) !== jobId) history.pushState(null, "", `?job=${jobId}`);
  const onStatus = (job) => {
    states++;
    current = job;
    showAnswer(job);
    showJob(job, before ?? findBefore(jobId) ?? findBefore(job.parent_job_id));
  };
  if (first) onStatus(first);
  await watchJob(jobId, { onStatus, onTrouble: showTrouble, signal });
  if (!signal.aborted) buildOverrides(current);
  return states;
}

async function cancel() {
  find("cancel").disabled = true;
  const { job_id } = current;
  try {
    await staging.generations.cancel(job_id);
    await openJob(job_id);
  } catch (error) {
    showTrouble(error.message);
  }
  find("cancel").disabled = false;
}

/**
 * `ended` is called when a job has ended, and the month and the list of earlier jobs have changed; `correct` with a job of which the
 * reader wants to correct the proposed mask.
 */
export function buildJob(ended, correct) {
  onEnd = ended;
  find("correct").addEventListener("click", () => correct(current));
  buildOutputs(() => openJob(current.job_id));
  find("cancel").addEventListener("click", cancel);
}
