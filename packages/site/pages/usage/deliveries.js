import { find, make } from "../playground/elements.js";
import { staging } from "../playground/service.js";
import { button, chip, number, row, timeOf, within } from "./words.js";

const states = {
  delivered: ["delivered", "valid"],
  waiting: ["tried again later", "late"],
  under_way: ["under way", ""],
  given_up: ["given up", "invalid"],
};
const outcomes = {
  delivered: "delivered",
  http_error: "not accepted",
  gone: "gone: no longer wanted",
  blocked: "blocked: no public address",
  dns_failed: "the name was not found",
  unreachable: "not reached",
  timeout: "no answer in time",
  interrupted: "interrupted",
  endpoint_disabled: "not sent: the URL is disabled",
  no_signing_secret: "not sent: there is no signing secret",
};

let cursor;
let listed = 0;

/** Lists the deliveries of a state, newest first; each can be sent again. */
export async function buildDeliveries() {
  const more = find("more-deliveries");
  more.addEventListener("click", () => readPage(cursor));
  find("state").addEventListener("change", () => readPage());
  await readPage();
}

const readPage = (from) =>
  within(find("deliveries"), async () => {
    listed += 1;
    const own = listed;
    const state = find("state").value;
    const page = await staging.webhooks.deliveriesPage({
      limit: 10,
      ...(state && { state }),
      ...(from && { cursor: from }),
    });
    // Another choice was made meanwhile.
    if (own !== listed) return;
    const open = new Set(
      Array.from(find("deliveries").querySelectorAll("[open]"), ({ dataset }) => dataset.message),
    );
    if (!from) find("deliveries").replaceChildren();
    find("deliveries").append(
      ...page.items.map((delivery) => entryOf(delivery, open.has(delivery.webhook_id))),
    );
    find("no-deliveries").hidden = find("deliveries").childElementCount > 0;
    cursor = page.next_cursor;
    find("more-deliveries").hidden = cursor === null;
  });

function entryOf(delivery, open) {
  const { webhook_id, type, job_id, state, url, created_at, attempts, next_attempt_at } = delivery;
  const count = attempts.length === 1 ? "1 attempt" : `${number.format(attempts.length)} attempts`;
  const details = make(
    "details",
    { className: "message", open },
    make(
      "summary",
      {},
      make("strong", {}, type),
      chip(...states[state]),
      make("span", { className: "id" }, job_id ?? ""),
      make("span", { className: "soft" }, count),
      timeOf(created_at),
    ),
    make("p", { className: "soft" }, `To ${url}`),
    ...(next_attempt_at ? [make("p", {}, "The next attempt is at ", timeOf(next_attempt_at), ".")] : []),
    attemptsOf(attempts),
    make(
      "p",
      { className: "actions" },
      again(webhook_id),
      ...(job_id ? [make("a", { href: `/?job=${job_id}` }, "Open the job")] : []),
    ),
  );
  details.dataset.message = webhook_id;
  return make("li", {}, details);
}

const again = (webhookId) =>
  button("Deliver again", async () => {
    const { url } = await staging.webhooks.redeliver(webhookId);
    await follow(`It is on its way to ${url} again.`);
  });

function attemptsOf(attempts) {
  const head = ["Attempt", "Started", "Outcome", "Status", "Took", "Answer"];
  const rows = attempts.toReversed().map((attempt) =>
    row({
      Attempt: `${attempt.number}${attempt.redelivery_id ? ", again" : ""}`,
      Started: timeOf(attempt.started_at),
      Outcome: attempt.outcome === null ? "under way" : outcomes[attempt.outcome],
      Status: String(attempt.status ?? "–"),
      Took: attempt.duration_ms === null ? "–" : `${number.format(attempt.duration_ms)} ms`,
      Answer: attempt.answer ? make("code", {}, attempt.answer) : "–",
    }),
  );
  const titles = head.map((title) => make("th", { scope: "col" }, title));
  return make(
    "table",
    { className: "rows" },
    make("thead", {}, make("tr", {}, ...titles)),
    make("tbody", {}, ...rows),
  );
}

/** Says what was done, and shows how it goes on: at once, and when the first answer can be there. */
export async function follow(said) {
  find("delivery-said").textContent = said;
  await readPage();
  for (const wait of [700, 2000]) setTimeout(() => readPage(), wait);
}
