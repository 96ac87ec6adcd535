import { find, make } from "../playground/elements.js";
import { staging } from "../playground/service.js";
import { follow } from "./deliveries.js";
import { button, chip, row, showSecret, timeOf, twoPresses, within } from "./words.js";

const reasons = { gone: "it answered 410", failing: "everything failed for 5 days" };
const form = find("receiver");
const field = form.elements.default_url;
let saved = null;

/** Shows where webhooks go and changes it, tests a URL, enables disabled ones, and rotates the signing secret. */
export async function buildSettings() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    within(form, () => save({ default_url: field.value.trim() || null }, "Saved."));
  });
  find("test").replaceWith(button("Send a test", sendTest));
  find("rotate").replaceWith(
    twoPresses({ text: "New secret", sure: "Make a new secret", keep: "Keep it", act: rotate }),
  );
  await within(form, async () => show(await staging.webhooks.settings()));
}

async function save(settings, said) {
  show(await staging.webhooks.changeSettings(settings));
  find("settings-said").textContent = said;
}

function show({ default_url, receivers }) {
  saved = default_url;
  field.value = default_url ?? "";
  find("receivers").hidden = receivers.length === 0;
  find("receivers")
    .querySelector("tbody")
    .replaceChildren(...receivers.map(rowOf));
}

const rowOf = ({ url, failing_since, disabled_at, disabled_because }) =>
  row({
    URL: make("span", { className: "id" }, url),
    State: disabled_at ? chip("disabled", "invalid") : chip("failing", "late"),
    Since: timeOf(disabled_at ?? failing_since),
    Why: disabled_because ? reasons[disabled_because] : "its last answers were no success",
    Change: disabled_at ? make("span", { className: "formats" }, enabling(url)) : "",
  });

const enabling = (url) =>
  button(
    "Enable",
    () => save({ default_url: saved, enable: [url] }, "Deliveries to it go on."),
    `Enable ${url}`,
  );

/** To the URL in the field, saved or not: a new one can be tried before it is saved. */
async function sendTest() {
  const named = field.value.trim();
  const { url } = await staging.webhooks.test(named && named !== saved ? { url: named } : {});
  await follow(`A test is on its way to ${url}.`);
}

async function rotate() {
  const { signing_secret, previous_expires_at } = await staging.webhooks.createSecret();
  showSecret(find("secret"), signing_secret);
  find("until").replaceChildren(
    ...(previous_expires_at ? ["Until ", timeOf(previous_expires_at), ", messages are signed by both."] : []),
  );
}
