import { find, make } from "../playground/elements.js";

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

const read = async (path) => {
  const response = await fetch(path, { headers: { accept: "application/json" } });
  return response.json();
};

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Deliveries by their webhook-id: the attempts of one message, both newest first. */
function messagesOf(deliveries) {
  const messages = new Map();
  for (const delivery of deliveries.toReversed()) {
    const id = delivery.headers["webhook-id"] ?? `delivery ${delivery.id}`;
    messages.set(id, [...(messages.get(id) ?? []), delivery]);
  }
  return messages;
}

function messageElement(id, attempts) {
  const [latest] = attempts;
  const event = parsed(latest.body);
  const jobId = event?.data?.job_id;
  const verdict = latest.verified
    ? make("span", { className: "verdict valid", textContent: "✓ valid" })
    : make("span", { className: "verdict invalid", textContent: "✕ not valid" });
  const count = attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`;
  const failed = latest.answered >= 400 ? `, answered ${latest.answered}` : "";
  const summary = make(
    "summary",
    {},
    make("strong", { textContent: event === undefined ? "Not JSON" : (event?.type ?? "No type") }),
    verdict,
    make("span", { className: "id", textContent: jobId ?? "" }),
    make("span", {
      className: "soft",
      textContent: `${count}${failed}`,
    }),
    make("span", { className: "soft", textContent: time.format(new Date(latest.received_at)) }),
  );
  const details = make("details", { className: "card message" }, summary);
  details.dataset.message = id;
  if (jobId) details.append(actions(latest, jobId));
  details.append(...attempts.map((attempt, nth) => attemptElement(attempt, attempts.length - nth)));
  return make("li", {}, details);
}

function actions({ organization_id }, jobId) {
  const said = make("span", { className: "soft", role: "status" });
  const button = make("button", {
    type: "button",
    textContent: "Deliver again",
    disabled: organization_id === null,
  });
  button.addEventListener("click", async () => {
    button.disabled = true;
    said.textContent = "Asking the service…";
    try {
      await post("/inbox/redeliveries", { organization_id, job_id: jobId });
      said.textContent = "It is on its way.";
    } catch (error) {
      said.textContent = error.message;
    }
    button.disabled = false;
  });
  return make(
    "p",
    { className: "actions" },
    button,
    make("a", { href: `/?job=${jobId}`, textContent: "Open the job" }),
    said,
  );
}

function attemptElement({ received_at, headers, body, verified, problem, answered, organization_id }, nth) {
  const rows = Object.entries(headers).map(([name, value]) =>
    make(
      "tr",
      {},
      make("th", { scope: "row", textContent: name }),
      make("td", { textContent: String(value) }),
    ),
  );
  const event = parsed(body);
  const text = event === undefined ? body : JSON.stringify(event, null, 2);
  const why = verified ? `Signed by ${organization_id ?? "an organization of this service"}.` : problem;
  return make(
    "section",
    {},
    make("h2", { textContent: `Attempt ${nth}, ${time.format(new Date(received_at))}` }),
    make("p", { className: verified ? "" : "error", textContent: why ?? "Its signature is not valid." }),
    make("p", { className: "soft", textContent: `Answered ${answered ?? 204}.` }),
    make("table", {}, make("caption", { textContent: "Headers" }), make("tbody", {}, ...rows)),
    make("textarea", {
      ariaLabel: `Body of attempt ${nth}`,
      readOnly: true,
      rows: Math.min(14, text.split("\n").length + 1),
      wrap: "off",
      value: text,
    }),
  );
}

let shown = "";

/** Reads the inbox, and draws what changed; what is open stays open. */
async function refresh() {
  try {
    const deliveries = await read("/inbox");
    find("trouble").textContent = "";
    const version = `${deliveries.length} ${deliveries.at(-1)?.id}`;
    if (version !== shown) draw(deliveries);
    shown = version;
    showAnswers(await read("/inbox/answers"));
  } catch {
    find("trouble").textContent = "The service cannot be reached; trying again.";
  }
}

function draw(deliveries) {
  const open = new Set(
    Array.from(document.querySelectorAll("details[open]"), ({ dataset }) => dataset.message),
  );
  const focused = document.activeElement?.closest("details")?.dataset.message;
  const messages = Array.from(messagesOf(deliveries), ([id, attempts]) => messageElement(id, attempts));
  find("messages").replaceChildren(...messages);
  for (const details of document.querySelectorAll("details")) {
    details.open = open.has(details.dataset.message);
    if (details.dataset.message === focused) details.querySelector("summary").focus();
  }
  find("none").hidden = messages.length > 0;
}

const showAnswers = ({ fail_next }) => {
  const some = fail_next === 1 ? "The next one is" : `The next ${fail_next} are`;
  find("answers-state").textContent =
    fail_next === 0 ? "All are answered with 204." : `${some} answered with 500.`;
};

find("answers").addEventListener("submit", async (event) => {
  event.preventDefault();
  showAnswers(await post("/inbox/answers", { fail_next: Number(find("fail-next").value) }));
});

await refresh();
document.documentElement.dataset.ready = "true";
setInterval(refresh, 2000);
