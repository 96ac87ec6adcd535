import { imageStaging } from "./client.js";
import { sendingFetch } from "./upload.js";

/** The page can be open before the service is: it asks until it is there. */
async function readSession() {
  for (;;) {
    const answer = await fetch("/playground/session.json").catch(() => undefined);
    if (answer?.ok) return answer.json();
    await pause(1000);
  }
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const { api_key, model } = await readSession();
/** Whom the client calls, and by which key: the key of this machine's development organization. */
export const access = { baseUrl: location.origin, apiKey: api_key };
/** Whether a job's pictures are the simulated model's drawings: no other model furnishes without an edit mask. */
export const isSimulated = ({ workflow, outputs }) =>
  model === "simulated" || (model === "rendered" && workflow === "staging" && outputs[0]?.mask_url === null);
export const staging = imageStaging(access);
/** A client that reports how much of a picture is sent. */
export const stagingWith = (onSent) => imageStaging({ ...access, fetch: sendingFetch(onSent) });

/** What can be made. If it cannot be read, a request says why. */
export const able = await staging.capabilities().catch(() => ({
  combinations: [],
  room_types: [],
  room_families: [],
  max_room_types: 1,
  pictures: { content_types: ["image/jpeg", "image/png", "image/webp"] },
}));
const reasons = (choices, name) =>
  Object.fromEntries(choices.map((choice) => [choice[name], choice.declined]));
/** Why the service's model declines a mode or a room type whatever the picture; null if it does not. */
export const declined = {
  modes: reasons(able.combinations, "mode"),
  roomTypes: reasons(able.room_types, "room_type"),
};

/** What the model does with a mask of what may be removed: it is `required`, `optional` or `unused`; undefined without any. */
export function maskUseOf({ workflow, capture_type, mode }) {
  const fits = (one) => one.workflow === workflow && one.capture_type === capture_type && one.mode === mode;
  return able.combinations.find(fits)?.mask;
}

/** Why the model declines what is asked for, whatever the picture; undefined if it does not. */
export function refusalOf({ mode, room_types = [] }) {
  const ofRooms = room_types.map((room) => declined.roomTypes[room]);
  return declined.modes[mode] ?? (ofRooms.every(Boolean) ? ofRooms[0] : undefined);
}

let report = () => {};

/** Says what keeps the service from answering, and an empty text when it answers again. */
async function reportingFetch(url, init) {
  try {
    const response = await fetch(url, init);
    const isBusy = response.status === 429 || response.status >= 500;
    report(isBusy ? "The service is busy. The page keeps asking." : "");
    return response;
  } catch (error) {
    if (!init.signal.aborted) report("The connection was lost. The page keeps trying.");
    throw error;
  }
}

/** A client that repeats a read until the service answers: a job is made whether or not this page can see it. */
export const patient = imageStaging({
  ...access,
  maxRetries: Number.POSITIVE_INFINITY,
  fetch: reportingFetch,
});

const longest = 24 * 60 * 60 * 1000;

/** Has `onStatus` called with a job as it is, and at each change until it has ended; `onTrouble` with what is in the way. */
export async function watchJob(jobId, { onStatus, onTrouble, signal }) {
  report = (text) => signal.aborted || onTrouble(text);
  const options = { onStatus, signal, pollMs: 300, deadlineMs: longest };
  await patient.generations.wait(jobId, options).catch((error) => {
    // A job that failed has been shown as it is.
    if (error.name !== "JobFailedError") throw error;
  });
}

/** An error of the client as the service's answer. */
export const answerOf = ({ code, message, retryable, retryAfter = null }) => ({
  error: { code, message, retryable, retry_after: retryAfter },
});
