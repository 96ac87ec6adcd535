import { find, make } from "./elements.js";
import { staging } from "./service.js";
import { describeJob, endingOf, statuses } from "./words.js";

const number = new Intl.NumberFormat();
const time = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const shownJobs = 12;

/** Lists the newest jobs, each with fresh URLs. If one has expired meanwhile, the list is read again, once. */
export async function showHistory(open, isRenewed = false) {
  const page = await staging.generations.page({ limit: shownJobs }).catch(() => undefined);
  if (!page) return;
  let hasExpired = false;
  const renew = () => {
    if (hasExpired || isRenewed) return;
    hasExpired = true;
    showHistory(open, true);
  };
  const none = make("li", { className: "soft" }, "No jobs yet.");
  const entries = page.items.map((job) => make("li", {}, linkTo(job, open, renew)));
  find("history").replaceChildren(...(entries.length > 0 ? entries : [none]));
}

function linkTo(job, open, renew) {
  const [output] = job.outputs;
  const picture = output
    ? make("img", { src: output.image_url, alt: "", loading: "lazy", onerror: renew })
    : make(
        "span",
        { className: "no-picture", ariaHidden: "true" },
        job.failure ? (endingOf(job) === "failed" ? "✕" : "–") : "…",
      );
  const when = `${statuses[endingOf(job)]}, ${time.format(new Date(job.created_at))}`;
  const link = make("a", { href: `?job=${job.job_id}` }, picture);
  link.append(make("span", {}, describeJob(job), make("small", {}, when)));
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    open(job.job_id);
    find("result").focus({ preventScroll: true });
  });
  return link;
}

/** Shows what of the month's allowance is used. */
export async function showUsage() {
  const summary = await staging.usage.summary().catch(() => undefined);
  if (!summary) return;
  const { consumed, included } = summary.usage;
  find("usage").querySelector("span").textContent =
    `${number.format(consumed)} of ${number.format(included)} units this month`;
  Object.assign(find("usage").querySelector("progress"), { max: Math.max(1, included), value: consumed });
  find("usage").hidden = false;
}
