/** What a job has done when it is in a state, in percent: what comes before is the upload. */
const starts = { ingesting: 10, queued: 20, running: 25 };
const most = 97;
const usualSeconds = 15;

const stages = {
  analysis: "Reading the picture",
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
export const percentSent = (part) => starts.ingesting * part;

/**
 * How far a job is, in percent, `seconds` after it was created, and what its model is at. A model that runs elsewhere says
 * nothing: then the job's state, and how long the last one of its kind took, say how far it likely is.
 */
export function progressOf(job, seconds) {
  const start = starts[job.status] ?? most;
  if (job.status === "running") ask(job.job_id);
  const heard = said.jobId === job.job_id && job.status === "running" ? said.progress : null;
  if (heard) return { percent: start + (most - start) * heard.done, stage: stages[heard.stage] };
  const expected = Number(localStorage.getItem(place(job))) || usualSeconds;
  return { percent: start + (most - start) * (1 - Math.exp((-1.5 * seconds) / expected)) };
}
