import { find, make } from "./elements.js";
import { enlarge, largeOf, saveOutput } from "./outputs.js";
import { reveal, takePanel } from "./panel.js";
import { keepBefore } from "./picture.js";
import { explain, showOnly, showTrouble } from "./result.js";
import { isSimulated, patient, pause } from "./service.js";
import { endingOf, labelOf, statuses } from "./words.js";

let onEnd = () => {};
let onOpen = () => {};
/** What of the shown listing is sent, or was read: each with its tile, and its `job` as soon as there is one. */
let entries = [];

/** How many are sent at a time, how often they are looked at, and how many a page of the API has. */
const sentAtOnce = 3;
const lookMs = 1000;
const pageSize = 100;

const isOver = ({ job, error }) => error !== undefined || ["succeeded", "failed"].includes(job?.status);
const isMade = ({ job }) => job?.status === "succeeded";

/** Sends orders as jobs of a listing, and shows them side by side to their ends. Sending goes on if something else is shown. */
export async function runBatch(orders, listing) {
  const signal = begin(listing);
  const own = orders.map(({ send, request, picture }) =>
    entryOf({ fields: { room_types: [], ...request.fields }, before: picture.copy, send }),
  );
  entries = own;
  find("tiles").replaceChildren(...own.map(({ tile }) => tile));
  const waiting = [...own];
  const sendNext = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      await send(entry);
      if (!signal.aborted) draw(entry);
    }
  };
  const sending = Promise.all(Array.from({ length: sentAtOnce }, sendNext));
  let isSent = false;
  const following = follow(listing, signal, () => isSent);
  await sending;
  isSent = true;
  following.then(onEnd);
}

async function send(entry) {
  try {
    entry.job = await entry.send();
    keepBefore(entry.job.job_id, entry.before);
  } catch (error) {
    entry.error = error.message;
  }
}

/** Shows the jobs of a listing. */
export async function openListing(listing) {
  const signal = begin(listing);
  entries = [];
  find("tiles").replaceChildren();
  await follow(listing, signal, () => true);
}

function begin(listing) {
  const signal = takePanel();
  const address = `?listing=${encodeURIComponent(listing)}`;
  if (location.search !== address) history.pushState(null, "", address);
  showOnly("batch");
  find("result-title").textContent = listing;
  find("batch-said").textContent = "";
  find("download-all").hidden = true;
  find("result").dataset.status = "batch";
  reveal(find("result"));
  return signal;
}

async function follow(listing, signal, isSent) {
  while (!signal.aborted) {
    const isLast = isSent();
    const page = await patient.generations
      .page({ listing, limit: pageSize }, { signal })
      .catch(({ name, message }) => name === "AbortError" || showTrouble(message));
    if (signal.aborted || !page?.items) return;
    for (const job of page.items.toReversed()) take(job);
    showCounts();
    if (isLast && entries.every(isOver)) {
      find("result").dataset.status = "ended";
      return;
    }
    await pause(lookMs);
  }
}

function take(job) {
  let entry = entries.find((one) => one.job?.job_id === job.job_id);
  // One whose answer is under way comes with its answer.
  if (!entry && entries.some(({ send, job, error }) => send && !job && !error)) return;
  if (!entry) {
    entry = entryOf({ fields: job });
    entries.push(entry);
    find("tiles").append(entry.tile);
  }
  const isChanged = entry.job?.status !== job.status || !entry.isDrawn;
  // Signed addresses differ at each read: the first one of a picture stays.
  if (isChanged) entry.job = job;
  if (isChanged) draw(entry);
}

function entryOf({ fields, before, send }) {
  const image = make("img", { alt: "", width: 600, height: 400, hidden: !before });
  if (before) image.src = before;
  const button = make("button", { type: "button", className: "tile-picture", disabled: true }, image);
  const link = make("a", {}, labelOf(fields) || "Picture");
  const said = make("small", {}, "Waiting to be sent");
  const name = fields.reference ? make("small", { className: "tile-name" }, fields.reference) : "";
  const tile = make("li", {}, button, make("p", {}, link, name, said));
  const entry = { tile, image, button, link, said, before, send };
  button.ariaLabel = `Enlarge ${link.textContent}`;
  button.addEventListener("click", () => {
    const made = entries.filter(isMade);
    enlarge(
      made.map(({ job, before }) => largeOf(job, 0, before)),
      made.indexOf(entry),
    );
  });
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || !entry.job) return;
    event.preventDefault();
    onOpen(entry.job.job_id);
  });
  image.addEventListener("error", () => renew(entry), { once: true });
  return entry;
}

/** An address may have expired: the job has a fresh one. */
async function renew(entry) {
  if (!entry.job) return;
  entry.job = await patient.generations.get(entry.job.job_id);
  draw(entry);
}

function draw(entry) {
  const { job, error, tile, image, button, link, said } = entry;
  entry.isDrawn = true;
  tile.dataset.status = error ? "failed" : endingOf(job);
  if (error) {
    said.textContent = error;
    return;
  }
  link.href = `?job=${job.job_id}`;
  button.disabled = !isMade(entry);
  const status = statuses[endingOf(job)];
  said.textContent = job.failure ? `${status}: ${explain(job)}` : status;
  if (!isMade(entry)) return;
  image.src = job.outputs[0].image_url;
  image.hidden = false;
  if (isSimulated(job)) said.textContent = "Simulated: not a staged picture";
}

function showCounts() {
  const ended = entries.filter(isOver).length;
  const made = entries.filter(isMade).length;
  Object.assign(find("batch").querySelector("progress"), { max: Math.max(1, entries.length), value: ended });
  const rest = ended - made;
  const said = `${made} of ${entries.length} done${rest > 0 ? `, ${rest} not` : ""}`;
  if (find("batch-said").textContent !== said) find("batch-said").textContent = said;
  find("download-all").hidden = made === 0 || ended < entries.length;
}

/** `ended` is called when all jobs have ended, `open` with the id of a job to show. */
export function buildBatch(ended, open) {
  onEnd = ended;
  onOpen = open;
  find("download-all").addEventListener("click", async () => {
    for (const { job } of entries.filter(isMade)) await saveOutput(job, 0);
  });
}
