import * as api from "./api.js";
import { codeOf, formEntries } from "./code.js";
import { find, make } from "./elements.js";
import { buildForm, captureOf, chooseCapture, fieldsOf } from "./form.js";
import { findBefore, inlineLimit, keepBefore, mismatchOf, readPicture } from "./picture.js";
import { buildResult, showElapsed, showFailure, showJob, showTrouble, startShowing } from "./result.js";
import { captures, describeJob, statuses, styles, tasks } from "./words.js";

/** The chosen picture (a file that was read), or undefined where a URL is given or nothing. */
let picture;
/** Stops following the job that was shown before. */
let following = new AbortController();
let current;
let request;

// --- The picture

async function choosePicture(file) {
  find("picture-error").textContent = "";
  try {
    const read = await readPicture(file);
    if (picture) URL.revokeObjectURL(picture.url);
    picture = read;
    find("url").value = "";
    Object.assign(find("chosen"), { src: read.url, hidden: false });
    Object.assign(find("picture-name"), {
      textContent: `${read.name}, ${read.width} × ${read.height}`,
      hidden: false,
    });
    if (!mismatchOf(read, "panorama360")) chooseCapture("panorama360");
    else if (captureOf() === "panorama360") chooseCapture("photo");
  } catch (error) {
    find("picture-error").textContent = error.message;
  }
  find("file").value = "";
  showRequest();
}

async function chooseFirst(files) {
  if (files.length > 1) {
    find("picture-error").textContent = `A job has one picture, and these are ${files.length}.`;
    return;
  }
  if (files[0]) await choosePicture(files[0]);
}

function buildPicture() {
  find("file").addEventListener("change", ({ target }) => chooseFirst([...target.files]));
  find("url").addEventListener("input", () => {
    if (find("url").value) forgetPicture();
    showRequest();
  });
  for (const type of ["dragover", "dragleave", "drop"])
    document.addEventListener(type, (event) => {
      event.preventDefault();
      find("drop").classList.toggle("over", type === "dragover");
      if (type === "drop") chooseFirst([...event.dataTransfer.files]);
    });
  document.addEventListener("paste", (event) => {
    if (event.clipboardData.files.length > 0) chooseFirst([...event.clipboardData.files]);
  });
  for (const [capture, { name }] of Object.entries(captures)) {
    const src = `/playground/samples/${capture}.jpg`;
    const button = make(
      "button",
      { type: "button" },
      make("img", { src, alt: "" }),
      make("span", { textContent: name }),
    );
    button.addEventListener("click", async () => {
      const blob = await (await fetch(src)).blob();
      await choosePicture(new File([blob], `sample-${capture}.jpg`, { type: blob.type }));
      chooseCapture(capture);
      showRequest();
    });
    find("samples").append(button);
  }
}

function forgetPicture() {
  picture = undefined;
  find("chosen").hidden = find("picture-name").hidden = true;
}

/** What the form lacks, in words; undefined where it can be sent. */
function missing(fields) {
  if (!picture && !find("url").value) return "Choose a picture first, or take a sample.";
  if (!picture && !find("url").checkValidity())
    return "The URL must be a whole one, as in https://example.com/room.jpg.";
  const mismatch = picture && mismatchOf(picture, fields.capture_type);
  if (mismatch) return mismatch;
  if (fields.room_types?.length === 0) return "Choose at least one room.";
}

// --- The request, as code

function showRequest(sent) {
  const fields = fieldsOf();
  const isInline = picture && picture.file.size <= inlineLimit;
  const url = find("url").value;
  request = sent ?? {
    path: "generations",
    idempotencyKey: crypto.randomUUID(),
    file: isInline ? picture.name : undefined,
    fields: isInline
      ? fields
      : { ...(picture ? { upload_id: "upl_…" } : { source_url: url || "https://…" }), ...fields },
  };
  const language = document.querySelector("[data-language][aria-pressed=true]").dataset.language;
  find("code").value = codeOf[language](request);
}

const showAnswer = (answer) => {
  find("answer").value = JSON.stringify(answer, null, 2);
};

function buildRequest() {
  for (const button of document.querySelectorAll("[data-language]"))
    button.addEventListener("click", () => {
      for (const other of document.querySelectorAll("[data-language]"))
        other.setAttribute("aria-pressed", String(other === button));
      showRequest(request);
    });
  find("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(find("code").value);
    find("copy").textContent = "Copied";
    await api.pause(1500);
    find("copy").textContent = "Copy";
  });
  find("job").addEventListener("change", () => showRequest());
}

// --- A job

/** Starts a job by `send` and follows it to its end. */
async function run(send, before) {
  const { signal } = startFollowing();
  startShowing("sending", () => openJob(current?.job_id));
  revealResult();
  const started = Date.now();
  const clock = setInterval(() => signal.aborted || showElapsed((Date.now() - started) / 1000), 250);
  try {
    const job = await send();
    showAnswer(job);
    keepBefore(job.job_id, before);
    await follow(job, before, signal);
  } catch (error) {
    if (signal.aborted) return;
    showFailure(error.message);
    if (error.body) showAnswer(error.body);
  } finally {
    clearInterval(clock);
  }
}

function startFollowing() {
  following.abort();
  following = new AbortController();
  return following;
}

const isOver = ({ status }) => status === "succeeded" || status === "failed";

/** Shows the job until it has ended. A read that fails is repeated until the service answers. */
async function follow(first, before, signal) {
  current = first;
  history.replaceState(null, "", `?job=${first.job_id}`);
  showJob(current, before);
  for (let failures = 0; !signal.aborted && !isOver(current); ) {
    await api.pause(failures ? Math.min(5000, failures * 1000) : 700);
    try {
      current = await api.get(first.job_id, signal);
      failures = 0;
      showJob(current, before);
    } catch (error) {
      if (signal.aborted || !error.isPassing) throw error;
      failures++;
      showTrouble("The connection was lost. The job is still being made; trying again.");
      if (error.retryAfter) await api.pause(error.retryAfter * 1000);
    }
  }
  if (signal.aborted) return;
  showAnswer(current);
  showAgain(current);
  showHistory();
  showUsage();
}

/** Opens a job by its id, with fresh URLs. */
async function openJob(jobId) {
  if (!jobId) return;
  const { signal } = startFollowing();
  startShowing("queued", () => openJob(jobId));
  try {
    const job = await retried(() => api.get(jobId, signal), signal);
    showAnswer(job);
    await follow(job, findBefore(jobId) ?? findBefore(job.parent_job_id), signal);
  } catch (error) {
    if (!signal.aborted) showFailure(error.message);
  }
}

async function retried(read, signal) {
  for (let failures = 1; ; failures++) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted || !error.isPassing) throw error;
      showTrouble("The service cannot be reached; trying again.");
      await api.pause(Math.min(5000, failures * 1000));
    }
  }
}

async function generate(event) {
  event.preventDefault();
  const fields = fieldsOf();
  const lack = missing(fields);
  find("form-error").textContent = lack ?? "";
  if (lack) return;
  const button = find("job").querySelector("[type=submit]");
  button.disabled = true;
  const { file, name, copy } = picture ?? {};
  const sent = async () => {
    showRequest();
    const { idempotencyKey } = request;
    if (file && file.size <= inlineLimit) {
      const form = new FormData();
      for (const [field, value] of formEntries(fields)) form.set(field, value);
      form.set("file", file, name);
      return api.create(form, idempotencyKey);
    }
    const source = file ? { upload_id: await api.upload(file) } : { source_url: find("url").value };
    const body = { ...source, ...fields };
    showRequest({ path: "generations", idempotencyKey, fields: body });
    return api.create(body, idempotencyKey);
  };
  const started = run(() => sent().finally(() => (button.disabled = false)), copy);
  await started;
}

function revealResult() {
  const panel = find("result");
  const { top } = panel.getBoundingClientRect();
  if (top < innerHeight - 120 && top >= 0) return;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  panel.scrollIntoView({ behavior: isCalm ? "auto" : "smooth", block: "start" });
}

// --- Again, and cancel

function showAgain(job) {
  find("again").hidden = !job.source_asset_id;
  const { mode, style_preset } = find("overrides");
  const isPhoto = job.workflow === "staging" && job.capture_type === "photo";
  const needsStyle = job.workflow === "staging" && job.capture_type === "panorama360";
  find("again-mode").hidden = !isPhoto;
  find("again-style").hidden = job.workflow !== "staging";
  const options = Object.entries(tasks.photo).filter(
    ([, { fields }]) => fields.mode && (job.room_types.length || fields.mode === "clean"),
  );
  mode.replaceChildren(
    new Option("As before", ""),
    ...options.map(([value, { name }]) => new Option(name, value)),
  );
  style_preset.replaceChildren(
    ...(needsStyle ? [] : [new Option("As before", "")]),
    ...Object.entries(styles).map(([value, name]) => new Option(name, value)),
  );
  if (needsStyle) style_preset.value = job.style_preset;
  find("again-error").textContent = "";
}

async function regenerate(event) {
  event.preventDefault();
  const parent = current;
  const overrides = Object.fromEntries(
    ["mode", "style_preset", "reference"]
      .map((name) => [name, find("overrides")[name]])
      .filter(([, field]) => field.value && !field.closest("label").hidden)
      .map(([name, field]) => [name, field.value]),
  );
  const sent = {
    path: `generations/${parent.job_id}/regenerate`,
    idempotencyKey: crypto.randomUUID(),
    fields: overrides,
  };
  showRequest(sent);
  const before = findBefore(parent.job_id) ?? parent.original?.image_url;
  await run(() => api.regenerate(parent.job_id, overrides, sent.idempotencyKey), before);
}

async function cancel() {
  find("cancel").disabled = true;
  try {
    showAnswer(await api.cancel(current.job_id));
  } catch (error) {
    showTrouble(error.message);
  }
  find("cancel").disabled = false;
}

// --- Earlier jobs, and the month

const number = new Intl.NumberFormat();
const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

async function showHistory() {
  const page = await api.list(12).catch(() => undefined);
  if (!page) return;
  const entries = page.items.map((job) => {
    const link = make("a", { href: `?job=${job.job_id}` });
    const [output] = job.outputs;
    link.append(
      output
        ? make("img", { src: output.image_url, alt: "", loading: "lazy" })
        : make("span", { className: "no-picture" }),
    );
    const when = `${statuses[job.status]}, ${time.format(new Date(job.created_at))}`;
    link.append(make("span", {}, describeJob(job), make("small", { textContent: when })));
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      openJob(job.job_id);
      revealResult();
    });
    return make("li", {}, link);
  });
  const none = make("li", { className: "soft", textContent: "No jobs yet." });
  find("history").replaceChildren(...(entries.length > 0 ? entries : [none]));
}

async function showUsage() {
  const summary = await api.usage().catch(() => undefined);
  if (!summary) return;
  const { consumed, included } = summary.usage;
  find("usage").querySelector("span").textContent =
    `${number.format(consumed)} of ${number.format(included)} units this month`;
  Object.assign(find("usage").querySelector("progress"), { max: Math.max(1, included), value: consumed });
  find("usage").hidden = false;
}

buildForm();
buildPicture();
buildRequest();
buildResult();
find("job").addEventListener("submit", generate);
find("overrides").addEventListener("submit", regenerate);
find("cancel").addEventListener("click", cancel);
showRequest();
showHistory();
showUsage();
openJob(new URLSearchParams(location.search).get("job"));
document.documentElement.dataset.ready = "true";
