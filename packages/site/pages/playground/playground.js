import { buildAgain } from "./again.js";
import { find } from "./elements.js";
import { buildForm, fieldsOf } from "./form.js";
import { showHistory, showUsage } from "./history.js";
import { buildJob, openAddress, openJob, runJob } from "./job.js";
import { buildMarking, chosenMask, mark, showMarking } from "./marking.js";
import { findBefore, mismatchOf } from "./picture.js";
import { buildRequest, requestOf, showRequest } from "./request.js";
import { refusalOf, staging, stagingWith } from "./service.js";
import { buildSource, chosenSource, sampleOf } from "./source.js";

/** What the form lacks, in words; undefined if it can be sent. */
function lackOf(fields) {
  const { picture, url } = chosenSource();
  if (!picture && !url) return "Choose a picture first, or take a sample.";
  if (!picture && !find("url").checkValidity())
    return "The URL must be a whole one, as in https://example.com/room.jpg.";
  if (fields.room_types?.length === 0) return "Choose at least one room.";
  return picture && mismatchOf(picture, fields.capture_type);
}

/** The picture as code names it: until one is chosen, the sample of what the form shows. */
function namedSource({ picture, url }, capture) {
  if (url) return { url };
  const sample = picture ? picture.sample : sampleOf(capture);
  return {
    file: picture?.file.name ?? `sample-${capture}.jpg`,
    size: picture?.file.size,
    sample: sample && location.origin + sample,
  };
}

/** Shows the request that the form would send, and returns it. */
function prepareRequest() {
  const fields = fieldsOf();
  const request = {
    picture: namedSource(chosenSource(), fields.capture_type),
    mask: chosenMask() && "mask.png",
    fields,
    idempotencyKey: crypto.randomUUID(),
  };
  find("form-error").textContent = refusalOf(fields) ?? "";
  guard();
  showMarking();
  showRequest(request);
  return request;
}

let isSending = false;
const submit = find("job").querySelector("[type=submit]");
/** One request at a time, and none that is known to be declined. */
const guard = () => {
  submit.disabled = isSending || refusalOf(fieldsOf()) !== undefined;
};

async function generate(event) {
  event.preventDefault();
  const request = prepareRequest();
  const { fields, idempotencyKey } = request;
  const lack = lackOf(fields);
  find("form-error").textContent = lack ?? "";
  if (lack) return;
  const { picture, url } = chosenSource();
  const source = { ...(picture ? { file: picture.file } : { url }), mask: chosenMask() };
  isSending = true;
  guard();
  const send = (onSent) =>
    stagingWith(onSent)
      .generations.create({ ...source, ...fields }, { idempotencyKey })
      .finally(() => {
        isSending = false;
        guard();
      });
  await runJob(request, send, picture?.copy);
}

async function regenerate({ job_id, original }, overrides) {
  const idempotencyKey = crypto.randomUUID();
  const request = { jobId: job_id, fields: overrides, idempotencyKey };
  const send = () => staging.generations.regenerate(job_id, overrides, { idempotencyKey });
  await runJob(request, send, findBefore(job_id) ?? original?.image_url);
}

/** Sends a job that was declined again, with a mask: the one that the model proposed, as the reader corrects it. */
async function correct(job) {
  const before = findBefore(job.job_id) ?? chosenSource().picture?.copy;
  const mask = before && (await mark(before, job.proposed_mask.image_url));
  if (!mask) return;
  const { picture, fields, idempotencyKey } = requestOf(job);
  const request = { picture, mask: "mask.png", fields, idempotencyKey };
  const send = () => staging.generations.create({ ...picture, mask, ...fields }, { idempotencyKey });
  await runJob(request, send, before);
}

function showAccount() {
  showHistory(openJob);
  showUsage();
}

buildForm();
buildSource(prepareRequest);
buildRequest();
buildAgain(regenerate);
buildJob(showAccount, correct);
buildMarking(prepareRequest);
find("job").addEventListener("change", prepareRequest);
find("job").addEventListener("submit", generate);
prepareRequest();
showAccount();
openAddress();
performance.mark("ready");
document.documentElement.dataset.ready = "true";
