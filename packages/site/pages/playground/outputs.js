import { find, make } from "./elements.js";
import { staging } from "./service.js";
import { createViewer } from "./viewer.js";

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
  find("stage").hidden = false;
  showOutput(job, 0);
  lookAround(false);
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

function lookAround(isAsked) {
  let isAround = isAsked;
  if (isAround) {
    try {
      viewer ??= createViewer(find("viewer"));
    } catch (error) {
      find("trouble").textContent = error.message;
      isAround = false;
    }
  }
  find("viewer").hidden = find("viewer-help").hidden = !isAround;
  find("compare").hidden = isAround;
  find("sides").hidden = isAround || find("before").hidden;
  find("flat").setAttribute("aria-pressed", String(!isAround));
  find("around").setAttribute("aria-pressed", String(isAround));
  if (isAround && find("after").complete && find("after").naturalWidth) viewer.show(find("after"));
}

/** Saves the shown output. If its URL has expired, the job has a fresh one. */
async function download() {
  const { job, nth } = shown;
  const output = job.outputs[nth];
  try {
    const picture = await staging.download(output).catch(async () => {
      const { outputs } = await staging.generations.get(job.job_id);
      return staging.download(outputs[nth]);
    });
    const url = URL.createObjectURL(picture);
    const suffix = output.is_primary ? "" : `-alternate-${nth}`;
    make("a", { href: url, download: `${job.job_id}${suffix}.jpg` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    find("trouble").textContent = error.message;
  }
}

/** `renew` has the job shown again, with fresh URLs: a signed one lives for a quarter of an hour. */
export function buildOutputs(renew) {
  let renewed;
  find("split").addEventListener("input", () => {
    find("compare").style.setProperty("--split", `${find("split").value}%`);
  });
  find("flat").addEventListener("click", () => lookAround(false));
  find("around").addEventListener("click", () => lookAround(true));
  find("download").addEventListener("click", download);
  find("after").addEventListener("load", () => {
    renewed = undefined;
    if (!find("viewer").hidden) viewer.show(find("after"));
  });
  find("after").addEventListener("error", () => {
    const { job_id } = shown.job;
    if (renewed === job_id) {
      find("trouble").textContent = "The picture cannot be loaded.";
      return;
    }
    renewed = job_id;
    renew();
  });
}
