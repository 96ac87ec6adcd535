import { choice, choose, chosenIn, find, make } from "./elements.js";
import { explainRooms, roomGroups, roomsThatDoNotFit } from "./rooms.js";
import { stylePicture } from "./style-pictures.js";
import { captures, styles, tasks } from "./words.js";

const cards = (entries, group, picture) =>
  make(
    "div",
    { className: "choices" },
    ...Object.entries(entries).map(([value, { name, says }]) =>
      choice({ type: "radio", group, value, name, says, picture: picture?.(value) }),
    ),
  );

/** Fills the form with its choices, and keeps them consistent while they are made. */
export function buildForm() {
  find("captures").append(cards(captures, "capture"));
  const named = Object.entries({ "": "No style", ...styles }).map(([value, name]) => [value, { name }]);
  find("styles").append(cards(Object.fromEntries(named), "style", stylePicture));
  find("styles").lastChild.classList.add("pictures");
  for (const [family, rooms] of Object.entries(roomGroups)) {
    const chips = rooms.map((room) => choice({ type: "checkbox", group: "room", value: room, name: room }));
    const group = make("div", { className: "chips", role: "group", ariaLabel: family });
    group.append(make("span", { className: "soft family", textContent: family }), ...chips);
    find("rooms").append(group);
  }
  choose("capture", "photo");
  choose("style", "modern");
  choose("room", "Living Room");
  showTasks();
  find("captures").addEventListener("change", showTasks);
  find("tasks").addEventListener("change", showTaken);
  find("rooms").addEventListener("change", showRooms);
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
  noStyle.closest("label").title = noStyle.disabled ? "A panorama needs a style." : "";
  if (noStyle.disabled && noStyle.checked) choose("style", "modern");
  showRooms();
}

function showRooms() {
  const chosen = chosenIn("room");
  const unfit = roomsThatDoNotFit(chosen);
  for (const input of document.querySelectorAll('input[name="room"]'))
    input.disabled = unfit.includes(input.value);
  find("rooms-help").textContent = explainRooms(chosen);
}

/** The chosen fields, as the API takes them. Throws, in words, where something is missing. */
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
