import { choice, choose, chosenIn, find, make } from "./elements.js";
import { buildRooms, roomsIn, setRooms } from "./room-select.js";
import { refusalOf } from "./service.js";
import { stylePicture } from "./style-pictures.js";
import { captures, labels, styles, tasks } from "./words.js";

const cards = (entries, group, picture) =>
  make(
    "div",
    { className: "choices" },
    ...Object.entries(entries).map(([value, { name }]) =>
      choice({ type: "radio", group, value, name, picture: picture?.(value) }),
    ),
  );

/** Fills the form with its choices, and keeps them consistent while they are made. */
export function buildForm() {
  find("captures").append(cards(captures, "capture"));
  find("captures").lastChild.classList.add("segments");
  const named = Object.entries(styles).map(([value, name]) => [value, { name }]);
  const all = Object.fromEntries([["", { name: "No style" }], ...named]);
  find("styles").append(cards(all, "style", stylePicture));
  find("styles").lastChild.classList.add("pictures");
  buildRooms(find("rooms"), "room");
  find("disclosure").append(...Object.entries(labels).map(([value, name]) => new Option(name, value)));
  choose("capture", "photo");
  choose("style", "modern");
  setRooms(find("rooms"), ["Living Room"]);
  showTasks();
  find("captures").addEventListener("change", showTasks);
  find("tasks").addEventListener("change", showTaken);
}

export const captureOf = () => chosenIn("capture")[0];
const taskOf = () => tasks[captureOf()][chosenIn("task")[0]];

/** Chooses what the picture shows, as if by hand. */
export function chooseCapture(capture) {
  choose("capture", capture);
  showTasks();
}

function showTasks() {
  const options = tasks[captureOf()];
  const before = chosenIn("task")[0];
  find("tasks").querySelector(".choices")?.remove();
  find("tasks").append(cards(options, "task"));
  find("tasks").lastChild.classList.add("segments");
  choose("task", before in options ? before : Object.keys(options)[0]);
  showTaken();
}

function showTaken() {
  const { takes, says, fields } = taskOf();
  find("tasks-help").textContent = refusalOf(fields) ?? says;
  for (const name of ["rooms", "styles"])
    find(name).hidden = !takes.includes(name === "rooms" ? "rooms" : "style");
  const noStyle = document.querySelector('input[name="style"][value=""]');
  noStyle.disabled = captureOf() === "panorama360";
  find("styles-help").hidden = !noStyle.disabled;
  if (noStyle.disabled && noStyle.checked) choose("style", "modern");
}

/** The chosen fields, as the API takes them. */
export function fieldsOf() {
  const { fields, takes } = taskOf();
  const chosen = { workflow: fields.workflow, capture_type: captureOf() };
  if (fields.mode) chosen.mode = fields.mode;
  if (takes.includes("rooms")) chosen.room_types = roomsIn(find("rooms"));
  const [style] = chosenIn("style");
  if (takes.includes("style") && style) chosen.style_preset = style;
  if (find("alternates").checked) chosen.include_alternates = true;
  if (find("disclosure").value) chosen.disclosure = find("disclosure").value;
  if (find("reference").value) chosen.reference = find("reference").value;
  return chosen;
}
