import { choice, choose, chosenIn, find, make } from "./elements.js";
import { buildRooms, setRooms } from "./room-chips.js";
import { declined } from "./service.js";
import { stylePicture } from "./style-pictures.js";
import { captures, labels, styles, tasks } from "./words.js";

const cards = (entries, group, picture) =>
  make(
    "div",
    { className: "choices" },
    ...Object.entries(entries).map(([value, { name, says, fields }]) =>
      choice({
        ...{ type: "radio", group, value, name, picture: picture?.(value) },
        says: declined.modes[fields?.mode] ?? says,
      }),
    ),
  );

/** Fills the form with its choices, and keeps them consistent while they are made. */
export function buildForm() {
  find("captures").append(cards(captures, "capture"));
  const noStyle = { type: "radio", group: "style", value: "", name: "No style", says: "Left to the model." };
  const named = Object.entries(styles).map(([value, name]) => [value, { name }]);
  find("styles").append(choice(noStyle), cards(Object.fromEntries(named), "style", stylePicture));
  find("styles").lastChild.classList.add("pictures");
  find("empty").prepend(
    make(
      "div",
      { className: "halves" },
      stylePicture(""),
      stylePicture("modern"),
      make("span", { className: "divider" }),
    ),
  );
  buildRooms(find("rooms"), "room");
  find("disclosure").append(...Object.entries(labels).map(([value, name]) => new Option(name, value)));
  choose("capture", "photo");
  choose("style", "modern");
  setRooms(find("rooms"), "room", ["Living Room"]);
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
  choose("task", before in options ? before : Object.keys(options)[0]);
  showTaken();
}

function showTaken() {
  const { takes } = taskOf();
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
  if (takes.includes("rooms")) chosen.room_types = chosenIn("room");
  const [style] = chosenIn("style");
  if (takes.includes("style") && style) chosen.style_preset = style;
  if (find("alternates").checked) chosen.include_alternates = true;
  if (find("disclosure").value) chosen.disclosure = find("disclosure").value;
  if (find("reference").value) chosen.reference = find("reference").value;
  return chosen;
}
