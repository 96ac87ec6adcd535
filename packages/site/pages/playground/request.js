import { codeOf } from "./code.js";
import { find } from "./elements.js";
import { access, pause } from "./service.js";

const unsent = "Not sent yet.";
/** A request and its answer belong together: of the job that is shown, and of the form, which is not sent yet. */
const exchanges = { form: { answer: unsent }, job: undefined };
let shown = "form";

const pressed = (selector) => document.querySelector(`${selector}[aria-pressed=true]`).dataset;

function draw() {
  const { request, answer, count } = exchanges[shown];
  find("of-several").hidden = !(count > 1);
  find("of-several").textContent = `The first of ${count} requests: one for each picture and style.`;
  const { language } = pressed("[data-language]");
  find("code").value = request
    ? codeOf[language](request, access)
    : "This job has no picture that could be sent again.";
  find("answer").value = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
  find("whose").hidden = !exchanges.job;
  press("[data-whose]", (button) => button.dataset.whose === shown);
}

function press(selector, isPressed) {
  for (const button of document.querySelectorAll(selector))
    button.setAttribute("aria-pressed", String(isPressed(button)));
}

/** Shows the request that the form would send, the first of `count`. */
export function showRequest(request, count = 1) {
  exchanges.form = { request, answer: unsent, count };
  shown = "form";
  draw();
}

/** Shows the request of the job that is shown from now on; without one, what would make the same job again comes with it. */
export function startExchange(request) {
  exchanges.job = { request, answer: request ? "Sending…" : "Reading…" };
  shown = "job";
  draw();
}

/** The answer to the request of the shown job: the job, or an error. */
export function showAnswer(answer) {
  const { request } = exchanges.job;
  exchanges.job = { request: request ?? requestOf(answer), answer };
  draw();
}

/** No job is shown any more. */
export function endExchange() {
  exchanges.job = undefined;
  shown = "form";
  draw();
}

const repeated = [
  "workflow",
  "capture_type",
  "mode",
  "room_types",
  "style_preset",
  "disclosure",
  "listing",
  "reference",
];

/** A request that makes the job again from its picture, which the service still has; undefined if it has none. */
export function requestOf(job) {
  if (!job.source_asset_id) return undefined;
  // A mode is chosen for staged photos only; a job of another kind names one, too.
  const isChosen = (name) => name !== "mode" || (job.workflow === "staging" && job.capture_type === "photo");
  const given = repeated
    .filter(isChosen)
    .map((name) => [name, job[name]])
    .filter(([, value]) => value?.length > 0);
  return {
    picture: { asset: job.source_asset_id },
    fields: Object.fromEntries(given),
    idempotencyKey: crypto.randomUUID(),
  };
}

/** Shows the picture, or the code. */
export function showPane(id) {
  press("[data-pane]", ({ dataset }) => dataset.pane === id);
  for (const { dataset } of document.querySelectorAll("[data-pane]"))
    find(dataset.pane).hidden = dataset.pane !== id;
}

export function buildRequest() {
  for (const button of document.querySelectorAll("[data-pane]"))
    button.addEventListener("click", () => showPane(button.dataset.pane));
  for (const button of document.querySelectorAll("[data-language]"))
    button.addEventListener("click", () => {
      press("[data-language]", (other) => other === button);
      draw();
    });
  for (const button of document.querySelectorAll("[data-whose]"))
    button.addEventListener("click", () => {
      shown = button.dataset.whose;
      draw();
    });
  find("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(find("code").value);
    find("copy").textContent = "Copied";
    await pause(1500);
    find("copy").textContent = "Copy";
  });
}
