/** From which to which percent a job goes in each state; what comes before is the upload. */
const spans = { ingesting: [10, 20], queued: [20, 25], running: [25, 97] };
const usualSeconds = 15;

const stages = {
  analysis: "Analysing the picture",
  layout: "Placing furniture",
  render: "Computing light",
  composite: "Putting it together",
};

const place = ({ workflow, capture_type, mode }) => `seconds ${workflow} ${capture_type} ${mode}`;

/** Keeps how long a job took, for the next one of its kind. One that ended at once, by a decline or the cache, says nothing. */
export function noteSeconds(job, seconds) {
  const isUsual = job.status === "succeeded" && !job.outputs.some(({ cached }) => cached);
  if (isUsual) localStorage.setItem(place(job), String(seconds));
}

/** What the service's model last said about a job, and whether it is being asked. */
let said = {};
let isAsking = false;

async function ask(jobId) {
  if (isAsking) return;
  isAsking = true;
  const answer = await fetch(`/playground/progress/${jobId}`).catch(() => undefined);
  said = { jobId, progress: answer?.ok ? await answer.json() : null };
  isAsking = false;
}

/** How much of an upload is sent, `part` from 0 to 1, as percent of its job. */
export const percentSent = (part) => spans.ingesting[0] * part;

/** The state in which a job was seen last, and since how many seconds after it was created. */
let seen = {};

/**
 * How far a job is, in percent, `seconds` after it was created, and what its model is at. A model that runs elsewhere says
 * nothing: then the job's state, and how long the last one of its kind took, say how far it likely is.
 */
export function progressOf(job, seconds) {
  const { job_id, status } = job;
  const [from, to] = spans[status];
  if (seen.job_id !== job_id || seen.status !== status) seen = { job_id, status, since: seconds };
  if (status === "running") ask(job_id);
  const heard = said.jobId === job_id && status === "running" ? said.progress : null;
  if (heard) return { percent: from + (to - from) * heard.done, stage: stages[heard.stage] };
  const expected = Number(localStorage.getItem(place(job))) || usualSeconds;
  return { percent: from + (to - from) * (1 - Math.exp((-1.5 * (seconds - seen.since)) / expected)) };
}
