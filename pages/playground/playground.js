const styles = [
  "modern",
  "scandi",
  "boho",
  "country",
  "industrial",
  "mediterranean",
  "luxury",
  "eclectic",
  "japandia",
];
const rooms =
  "Living Room,Kitchen,Dining Room,Bathroom,Shower,Toilet,Bedroom,Children's Room,Hallway,Office,Closet,Laundry,Basement,Attic,Garage,Balcony,Terrace,Garden,Exterior,Gym,Sauna,Pool,Staircase,Utility Room,Studio,Library,Wine Cellar,Home Theater".split(
    ",",
  );

const find = (id) => document.getElementById(id);
const form = find("job");
const { api_key } = await (await fetch("/playground/session.json")).json();

form.style_preset.append(...styles.map((style) => new Option(style)));
find("rooms").append(
  ...rooms.map((room) => {
    const label = document.createElement("label");
    const box = Object.assign(document.createElement("input"), {
      type: "checkbox",
      name: "room_types",
      value: room,
    });
    box.checked = room === "Living Room";
    label.append(box, ` ${room}`);
    return label;
  }),
);

/** Which fields the chosen workflow and capture type take, as the validity matrix of the contract says. */
function fieldsTaken() {
  const isStaging = form.workflow.value === "staging";
  const isPhoto = isStaging && form.capture_type.value === "photo";
  const isClean = isPhoto && form.mode.value === "clean";
  return { photo: isPhoto, rooms: isPhoto && !isClean, style: isStaging && !isClean };
}

function showFields() {
  const taken = fieldsTaken();
  for (const field of form.querySelectorAll("[data-for]")) field.hidden = !taken[field.dataset.for];
}

function showPicture() {
  const [file] = form.file.files;
  if (!file) return;
  find("chosen").src = find("before").src = URL.createObjectURL(file);
  find("chosen").hidden = false;
  find("hint").hidden = true;
}

/** The form as the multipart request that the API takes. */
function requestBody() {
  const body = new FormData(form);
  const taken = fieldsTaken();
  if (!taken.photo) body.delete("mode");
  if (!taken.rooms) body.delete("room_types");
  if (!taken.style) body.delete("style_preset");
  body.set("include_alternates", String(form.include_alternates.checked));
  return body;
}

async function call(path, init = {}) {
  const headers = { authorization: `Bearer ${api_key}`, ...init.headers };
  const response = await fetch(`/api/v1/${path}`, { ...init, headers });
  const body = await response.json();
  if (!response.ok) throw new Error(body.error?.message ?? `The service answered ${response.status}.`);
  return body;
}

function showStatus(status) {
  const steps = find("steps");
  if (steps.lastChild?.textContent === status) return;
  steps.append(Object.assign(document.createElement("li"), { textContent: status }));
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function follow(job) {
  let current = job;
  while (current.status !== "succeeded" && current.status !== "failed") {
    showStatus(current.status);
    await pause(500);
    current = await call(`generations/${job.job_id}`);
  }
  showStatus(current.status);
  return current;
}

function showOutputs({ outputs, failure }) {
  if (failure) throw new Error(`${failure.code}: ${failure.message}`);
  const show = ({ image_url }) => {
    find("after").src = image_url;
    find("compare").hidden = false;
  };
  show(outputs[0]);
  const buttons = outputs.map((output) => {
    const link = Object.assign(document.createElement("a"), { href: output.image_url, target: "_blank" });
    link.textContent = `${output.is_primary ? "Primary" : "Alternate"}${output.cached ? " (cached)" : ""}`;
    link.onmouseenter = () => show(output);
    return link;
  });
  find("outputs").replaceChildren(...buttons);
}

/** Shows the job's webhook as soon as it is in the inbox, which takes at most a few seconds. */
async function showWebhook(jobId) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const deliveries = await (await fetch("/inbox")).json();
    const delivery = deliveries.find(({ body }) => body.includes(jobId));
    if (delivery) {
      const summary = `Webhook ${JSON.parse(delivery.body).type}, signature ${delivery.verified ? "verified ✓" : "not valid"}`;
      return showDetails("webhook", { ...delivery, body: JSON.parse(delivery.body) }, summary);
    }
    await pause(500);
  }
}

function showDetails(id, value, summary) {
  const details = find(id);
  if (summary) details.querySelector("summary").textContent = summary;
  details.querySelector("pre").textContent = JSON.stringify(value, null, 2);
  details.hidden = false;
}

async function generate() {
  for (const id of ["compare", "webhook", "response"]) find(id).hidden = true;
  find("steps").replaceChildren();
  find("outputs").replaceChildren();
  const headers = { "idempotency-key": crypto.randomUUID() };
  const job = await follow(await call("generations", { method: "POST", headers, body: requestBody() }));
  showDetails("response", job);
  showWebhook(job.job_id);
  showOutputs(job);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  find("error").textContent = "";
  await generate().catch((error) => {
    find("error").textContent = error.message;
  });
  button.disabled = false;
});
form.addEventListener("change", showFields);
form.file.addEventListener("change", showPicture);
find("split").addEventListener("input", ({ target }) => {
  find("compare").style.setProperty("--split", `${target.value}%`);
});
for (const type of ["dragover", "dragleave", "drop"])
  find("drop").addEventListener(type, (event) => {
    event.preventDefault();
    find("drop").classList.toggle("over", type === "dragover");
    if (type !== "drop") return;
    form.file.files = event.dataTransfer.files;
    showPicture();
  });
showFields();
