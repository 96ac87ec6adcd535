import { find, make } from "./elements.js";
import { fileNameOf } from "./names.js";
import { isSimulated, staging } from "./service.js";
import { labelOf } from "./words.js";

let shown;
let viewer;

/** Shows what was made, next to what the picture looked like before, if that is known. */
export function showOutputs(job, before) {
  find("before").hidden = !before;
  find("no-before").hidden = Boolean(before);
  find("compare").classList.toggle("single", !before);
  if (before) find("before").src = before;
  else find("before").removeAttribute("src");
  const link = { href: job.disclosure_url, target: "_blank", rel: "noopener" };
  find("page").replaceChildren(...(job.disclosure_url ? [make("a", link, "Public page")] : []));
  find("outputs").replaceChildren(...job.outputs.map((output, nth) => thumbnailOf(job, output, nth)));
  find("outputs").hidden = job.outputs.length < 2;
  find("modes").hidden = job.capture_type !== "panorama360";
  find("stage").hidden = find("actions").hidden = false;
  const isDrawn = isSimulated(job);
  find("simulated").hidden = !isDrawn;
  // What says that it is simulated is seen first, and a panorama as a whole.
  setSplit(isDrawn || job.capture_type === "panorama360" ? 0 : 50);
  showOutput(job, 0);
  lookAround(job.capture_type === "panorama360");
}

/** Shows a finished sample, which nobody has to wait for. */
export function showSample() {
  shown = undefined;
  find("before").src = "/playground/samples/photo.jpg";
  find("after").src = "/playground/finished.webp";
  find("before").hidden = find("stage").hidden = false;
  find("compare").classList.remove("single");
  for (const id of ["no-before", "outputs", "modes", "actions", "simulated"]) find(id).hidden = true;
  setSplit(30);
  lookAround(false);
}

function setSplit(percent) {
  find("split").value = percent;
  find("compare").style.setProperty("--split", `${percent}%`);
  find("around-split").querySelector("input").value = percent;
  viewer?.split(percent / 100);
}

function thumbnailOf(job, output, nth) {
  const picture = make("img", { alt: "", crossOrigin: "anonymous", src: output.image_url });
  const name = `${output.is_primary ? "Primary" : "Alternate"}${output.cached ? " (from the cache)" : ""}`;
  const button = make("button", { type: "button", className: "output" }, picture, make("span", {}, name));
  button.addEventListener("click", () => showOutput(job, nth));
  return button;
}

function showOutput(job, nth) {
  shown = { job, nth };
  find("after").src = job.outputs[nth].image_url;
  for (const [place, button] of [...find("outputs").children].entries())
    button.setAttribute("aria-pressed", String(place === nth));
}

/** The viewer is loaded with the first panorama. */
async function lookAround(isAsked) {
  let isAround = isAsked;
  if (isAround) {
    try {
      viewer ??= (await import("./viewer.js")).createViewer(find("viewer"));
    } catch (error) {
      find("trouble").textContent = error.message;
      isAround = false;
    }
  }
  find("surroundings").hidden = !isAround;
  find("compare").hidden = isAround;
  find("sides").hidden = isAround || find("before").hidden;
  find("flat").setAttribute("aria-pressed", String(!isAround));
  find("around").setAttribute("aria-pressed", String(isAround));
  if (isAround) showAround();
}

/** Shows the panorama as it is after and, if that is known, before. */
function showAround() {
  const [before, after] = [find("before"), find("after")];
  const isThere = (image) => !image.hidden && image.complete && image.naturalWidth > 0;
  find("around-split").hidden = before.hidden;
  if (!isThere(after)) return;
  viewer.show(after, isThere(before) ? before : undefined);
  viewer.split(find("split").value / 100);
}

/** Saves an output of a job. If its URL has expired, the job has a fresh one. */
export async function saveOutput(job, nth) {
  try {
    const picture = await staging.download(job.outputs[nth]).catch(async () => {
      const { outputs } = await staging.generations.get(job.job_id);
      return staging.download(outputs[nth]);
    });
    const url = URL.createObjectURL(picture);
    make("a", { href: url, download: fileNameOf(job, nth) }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    find("trouble").textContent = error.message;
  }
}

/** A job's output as the lightbox shows it. */
export const largeOf = (job, nth, before) => ({
  title: labelOf(job) + (isSimulated(job) ? " (simulated: not a staged picture)" : ""),
  after: job.outputs[nth].image_url,
  before: job.original?.image_url ?? before,
  isPanorama: job.capture_type === "panorama360",
  split: isSimulated(job) || job.capture_type === "panorama360" ? 0 : 50,
});

/** Shows pictures as large as the window; the lightbox is loaded by its first use. */
export async function enlarge(entries, at) {
  const { openLightbox } = await import("./lightbox.js");
  openLightbox(entries, at);
}

/** `renew` has the job shown again, with fresh URLs: a signed one lives for a quarter of an hour. */
export function buildOutputs(renew) {
  let renewed;
  find("split").addEventListener("input", () => {
    setSplit(find("split").value);
  });
  find("flat").addEventListener("click", () => lookAround(false));
  find("around").addEventListener("click", () => lookAround(true));
  find("download").addEventListener("click", () => saveOutput(shown.job, shown.nth));
  find("enlarge").addEventListener("click", () => {
    const before = find("before").hidden ? undefined : find("before").src;
    const entries = shown.job.outputs.map((_output, nth) => largeOf(shown.job, nth, before));
    enlarge(entries, shown.nth);
  });
  find("after").addEventListener("load", () => {
    renewed = undefined;
    if (!find("surroundings").hidden) showAround();
  });
  find("before").addEventListener("load", () => find("surroundings").hidden || showAround());
  find("around-split").addEventListener("input", ({ target }) => setSplit(target.value));
  find("after").addEventListener("error", () => {
    if (!shown) return;
    const { job_id } = shown.job;
    if (renewed === job_id) {
      find("trouble").textContent = "The picture cannot be loaded.";
      return;
    }
    renewed = job_id;
    renew();
  });
}
