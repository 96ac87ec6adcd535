import { find } from "./elements.js";
import { buildRooms, roomsIn, setRooms } from "./room-select.js";
import { refusalOf } from "./service.js";
import { endingOf, labels, styles, tasks } from "./words.js";

let parent;

const field = (name) => find("overrides").elements[name];
const modeOf = () => field("mode").value || parent.mode;

/** Shows what may be changed when this job is made again; what is left is as before. */
export function buildOverrides(job) {
  parent = job;
  const { workflow, capture_type, mode, style_preset } = job;
  const isStaging = workflow === "staging";
  const needsStyle = isStaging && capture_type === "panorama360";
  const hasChoice = isStaging && capture_type === "photo";
  find("again").hidden = !job.source_asset_id || (wasDeclined() && !hasChoice);
  find("again-mode").hidden = !hasChoice;
  find("again-style").hidden = !isStaging;
  const modes = Object.entries(tasks.photo).filter(([, { fields }]) => fields.mode && fields.mode !== mode);
  fill(
    field("mode"),
    tasks.photo[mode]?.name,
    modes.map(([value, { name }]) => [value, name]),
  );
  const others = Object.entries(styles).filter(([value]) => needsStyle || value !== style_preset);
  fill(
    field("style_preset"),
    needsStyle ? undefined : (styles[style_preset] ?? "no style"),
    others,
    !needsStyle,
  );
  if (needsStyle) field("style_preset").value = style_preset;
  const labelled = Object.entries(labels).filter(([value]) => value !== job.disclosure);
  fill(field("disclosure"), labels[job.disclosure], labelled);
  field("reference").value = "";
  setRooms(find("again-rooms"), job.room_types);
  showRooms();
  guard();
}

const wasDeclined = () => endingOf(parent) === "declined";
const chosenRooms = () => (find("again-rooms").hidden ? [] : roomsIn(find("again-rooms")));

/** What is known to be declined is not sent, nor once more what the model declined for its picture. */
function guard() {
  const rooms = chosenRooms();
  const isSame = modeOf() === parent.mode && rooms.join() === parent.room_types.join();
  const unchanged =
    wasDeclined() && isSame ? "The model would decline this again: change what to make, or the rooms." : "";
  const refusal = refusalOf({ mode: modeOf(), room_types: rooms }) ?? unchanged;
  find("again-error").textContent = refusal;
  find("overrides").querySelector("[type=submit]").disabled = refusal !== "";
}

function fill(select, before, options, hasBefore = true) {
  const asBefore = new Option(`As before: ${before}`, "");
  select.replaceChildren(
    ...(hasBefore ? [asBefore] : []),
    ...options.map(([value, name]) => new Option(name, value)),
  );
}

function showRooms() {
  const isPhoto = parent.workflow === "staging" && parent.capture_type === "photo";
  find("again-rooms").hidden = !isPhoto || modeOf() === "clean";
  find("again-style").hidden = parent.workflow !== "staging" || modeOf() === "clean";
}

/** What was changed, as the API takes it. Throws, in words, if something is missing. */
function overridesOf() {
  const overrides = {};
  for (const name of ["mode", "style_preset", "disclosure", "reference"]) {
    const { value } = field(name);
    if (value && !field(name).closest("label").hidden) overrides[name] = value;
  }
  if (find("again-rooms").hidden) return overrides;
  const rooms = chosenRooms();
  if (rooms.length === 0) throw new Error("Choose at least one room.");
  if (rooms.join() !== parent.room_types.join()) overrides.room_types = rooms;
  return overrides;
}

/** `make` makes the job again with what was changed. */
export function buildAgain(make) {
  buildRooms(find("again-rooms"), "again-room");
  field("mode").addEventListener("change", showRooms);
  find("overrides").addEventListener("change", guard);
  find("overrides").addEventListener("submit", (event) => {
    event.preventDefault();
    find("again-error").textContent = "";
    try {
      make(parent, overridesOf());
    } catch (error) {
      find("again-error").textContent = error.message;
    }
  });
}
