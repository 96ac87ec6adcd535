import { choice, choose, chosenIn, find, make } from "./elements.js";
import { buildRooms, roomsIn, setRooms } from "./room-select.js";
import { maskUseOf, refusalOf } from "./service.js";
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

/** A name that is wider than a style's picture may break after its seventh letter: Mediter-ranean. */
const breakable = (name) => name.replace(/^(\p{L}{7})(?=\p{L}{5})/u, "$1\u00ad");

/** Fills the form with its choices, and keeps them consistent while they are made. */
export function buildForm() {
  find("captures").append(cards(captures, "capture"));
  find("captures").lastChild.classList.add("segments");
  const named = Object.entries(styles).map(([value, name]) => [value, { name: breakable(name) }]);
  const all = Object.fromEntries([...named, ["", { name: "No style" }]]);
  find("styles").append(cards(all, "style", stylePicture));
  find("styles").lastChild.classList.add("pictures");
  buildRooms(find("rooms"), "room");
  find("rooms").append(make("p", { id: "rooms-said", className: "soft", role: "status" }));
  find("disclosure").append(...Object.entries(labels).map(([value, name]) => new Option(name, value)));
  choose("capture", "photo");
  choose("style", "modern");
  setRooms(find("rooms"), []);
  showTasks();
  find("captures").addEventListener("change", showTasks);
  find("tasks").addEventListener("change", showTaken);
  find("several").addEventListener("change", takeSeveral);
  find("rooms").addEventListener("change", () => {
    find("rooms-said").textContent = "";
  });
}

export const captureOf = () => chosenIn("capture")[0];
/** The chosen styles; an empty one for no style. */
export const stylesOf = () => chosenIn("style");
export const roomsOf = () => roomsIn(find("rooms"));

/** The chosen task, as far as pictures of this capture type have it. */
function taskOf(capture) {
  const [options, [chosen]] = [tasks[capture], chosenIn("task")];
  return options[chosen] ?? Object.values(options)[0];
}

/** Whether pictures of this capture type are made with rooms, and with a style. */
export const takes = (capture, choice) => taskOf(capture).takes.includes(choice);

/** Chooses what the picture shows, as if by hand. */
export function chooseCapture(capture) {
  choose("capture", capture);
  showTasks();
}

/** Chooses rooms for the reader, and says why. */
export function chooseRooms(rooms, said) {
  setRooms(find("rooms"), rooms);
  find("rooms-said").textContent = said;
}

/** With several styles, a job is made of each. */
function takeSeveral() {
  const isSeveral = find("several").checked;
  const [first] = stylesOf();
  for (const input of document.querySelectorAll("input[name=style]"))
    input.type = isSeveral ? "checkbox" : "radio";
  choose("style", first ?? "modern");
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
  const capture = captureOf();
  const { says, fields } = taskOf(capture);
  const needsMask = maskUseOf({ ...fields, capture_type: capture }) === "required";
  find("tasks-help").textContent =
    refusalOf(fields) ?? (needsMask ? `${says} Mark in the picture what may go.` : says);
  find("rooms").classList.toggle("unused", !takes(capture, "rooms"));
  find("styles").classList.toggle("unused", !takes(capture, "style"));
  const noStyle = document.querySelector('input[name="style"][value=""]');
  noStyle.disabled = capture === "panorama360";
  find("styles-help").hidden = !noStyle.disabled;
  if (!noStyle.disabled || !noStyle.checked) return;
  noStyle.checked = false;
  if (stylesOf().length === 0) choose("style", "modern");
}

/** The chosen fields, as the API takes them, for a picture of this capture type and these rooms. */
export function fieldsOf({ capture = captureOf(), rooms = roomsOf(), style = stylesOf()[0] } = {}) {
  const { fields } = taskOf(capture);
  const chosen = { workflow: fields.workflow, capture_type: capture };
  if (fields.mode) chosen.mode = fields.mode;
  if (takes(capture, "rooms")) chosen.room_types = rooms;
  if (takes(capture, "style") && style) chosen.style_preset = style;
  if (find("alternates").checked) chosen.include_alternates = true;
  for (const name of ["disclosure", "listing", "reference"])
    if (find(name).value) chosen[name] = find(name).value;
  return chosen;
}
