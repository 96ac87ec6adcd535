import { find, make } from "./elements.js";
import { createViewer } from "./viewer.js";
import { describeJob, statuses } from "./words.js";

let shown;
let viewer;
/** Reads the shown job again: its URLs have expired. */
let renew = () => {};

const hasEnded = ({ status }) => status === "succeeded" || status === "failed";

/** Empties the panel for a job that is about to be sent or opened. */
export function startShowing(status, renewJob) {
  shown = undefined;
  renew = renewJob;
  find("empty").hidden = true;
  find("state").hidden = false;
  for (const id of ["stage", "again", "cancel"]) find(id).hidden = true;
  for (const id of ["failure", "trouble", "about", "elapsed", "permalink"]) find(id).textContent = "";
  showStatus(status);
}

export function showStatus(status) {
  find("status").textContent = statuses[status] ?? status;
  find("spinner").hidden = status === "succeeded" || status === "failed";
  find("result").dataset.status = status;
}

export function showElapsed(seconds) {
  find("elapsed").textContent = seconds < 0 ? "" : `${Math.floor(seconds)} s`;
}

export const showTrouble = (text) => {
  find("trouble").textContent = text;
};

export function showFailure(text) {
  find("failure").textContent = text;
  showStatus("failed");
}

/** Shows a job as far as it is; `before` is what its picture looked like, where that is known. */
export function showJob(job, before) {
  showStatus(job.status);
  showTrouble("");
  find("about").textContent = describeJob(job);
  find("permalink").replaceChildren(make("a", { textContent: job.job_id, href: `?job=${job.job_id}` }));
  find("cancel").hidden = hasEnded(job);
  if (!hasEnded(job)) return;
  const end = (Date.parse(job.completed_at) - Date.parse(job.created_at)) / 1000;
  showElapsed(end);
  if (job.failure) {
    const advice = job.failure.retryable ? " The same request may succeed if it is sent again." : "";
    find("failure").textContent = `${job.failure.message} (${job.failure.code})${advice}`;
  }
  if (job.outputs.length > 0) showOutputs(job, job.original?.image_url ?? before);
}

function showOutputs(job, before) {
  find("before").hidden = !before;
  find("no-before").hidden = Boolean(before);
  find("compare").classList.toggle("single", !before);
  if (before) find("before").src = before;
  else find("before").removeAttribute("src");
  const link = { textContent: "Public page", href: job.disclosure_url, target: "_blank", rel: "noopener" };
  find("page").replaceChildren(...(job.disclosure_url ? [make("a", link)] : []));
  const buttons = job.outputs.map((output) => {
    const name = `${output.is_primary ? "Primary" : "Alternate"}${output.cached ? " (from the cache)" : ""}`;
    const picture = make("img", { alt: "", crossOrigin: "anonymous", src: output.image_url });
    const button = make(
      "button",
      { type: "button", className: "output" },
      picture,
      make("span", { textContent: name }),
    );
    button.addEventListener("click", () => showOutput(job, output, buttons));
    return button;
  });
  find("outputs").replaceChildren(...buttons);
  find("modes").hidden = job.capture_type !== "panorama360";
  find("stage").hidden = false;
  showOutput(job, job.outputs[0], buttons);
  lookAround(false);
}

function showOutput(job, output, buttons) {
  shown = { job, output };
  find("after").src = output.image_url;
  for (const [index, button] of buttons.entries())
    button.setAttribute("aria-pressed", String(job.outputs[index] === output));
}

function lookAround(isAround) {
  let around = isAround;
  if (around) {
    try {
      viewer ??= createViewer(find("viewer"));
    } catch (error) {
      showTrouble(error.message);
      around = false;
    }
  }
  find("viewer").hidden = !around;
  find("compare").hidden = around;
  find("sides").hidden = around || !find("before").src;
  find("flat").setAttribute("aria-pressed", String(!around));
  find("around").setAttribute("aria-pressed", String(around));
  if (around && find("after").complete && find("after").naturalWidth) viewer.show(find("after"));
}

async function download() {
  const { job, output } = shown;
  const picture = await fetch(output.image_url).catch(() => undefined);
  if (!picture?.ok) return renew();
  const url = URL.createObjectURL(await picture.blob());
  const suffix = output.is_primary ? "" : "-alternate";
  make("a", { href: url, download: `${job.job_id}${suffix}.jpg` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const showSplit = () => find("compare").style.setProperty("--split", `${find("split").value}%`);

export function buildResult() {
  find("split").addEventListener("input", showSplit);
  find("flat").addEventListener("click", () => lookAround(false));
  find("around").addEventListener("click", () => lookAround(true));
  find("download").addEventListener("click", download);
  find("after").addEventListener("load", () => find("viewer").hidden || viewer.show(find("after")));
  // A signed URL lives for a quarter of an hour: the job gives a fresh one, once a picture.
  find("after").addEventListener("error", () => {
    if (shown && !shown.isRenewed) renew();
    if (shown) shown.isRenewed = true;
  });
}
