import { make } from "./elements.js";
import { allRooms, explainRooms, roomsThatDoNotFit } from "./rooms.js";
import { declined, refusalOf } from "./service.js";

const chosen = new WeakMap();
/** What most photos of homes show, a press away. */
const usual = ["Living Room", "Bedroom", "Kitchen", "Dining Room", "Bathroom", "Office"];

/** The rooms that are chosen in a fieldset. */
export const roomsIn = (fieldset) => chosen.get(fieldset) ?? [];

/**
 * Fills a fieldset with a field to search rooms by, which offers what fits the chosen ones, and a button for each chosen one
 * to take it out. A sentence says what fits. `group` is put before the ids.
 */
export function buildRooms(fieldset, group) {
  const input = make("input", {
    id: `${group}-input`,
    className: "room-search",
    autocomplete: "off",
    placeholder: "Or search all rooms",
  });
  input.setAttribute("list", `${group}-list`);
  input.ariaLabel = "Add a room";
  input.setAttribute("aria-describedby", `${group}-help`);
  fieldset.append(
    make("div", { className: "room-line" }, make("div", { className: "chosen-rooms" }), input),
    make("datalist", { id: `${group}-list` }),
    make("p", { className: "soft rooms-help", id: `${group}-help`, ariaLive: "polite" }),
  );
  input.addEventListener("input", () => {
    const room = fittingIn(fieldset).find((name) => same(name, input.value));
    if (room) change(fieldset, [...roomsIn(fieldset), room]);
  });
  // Enter takes the first room that has the words, and does not send the form.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const words = input.value.trim().toLowerCase();
    const room = words && fittingIn(fieldset).find((name) => name.toLowerCase().includes(words));
    if (room) change(fieldset, [...roomsIn(fieldset), room]);
  });
}

const same = (name, typed) => name.toLowerCase() === typed.trim().toLowerCase();

const fittingIn = (fieldset) => {
  const rooms = roomsIn(fieldset);
  const unfit = roomsThatDoNotFit(rooms);
  return allRooms.filter((room) => !rooms.includes(room) && !unfit.includes(room));
};

function change(fieldset, rooms) {
  setRooms(fieldset, rooms);
  fieldset.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Chooses these rooms and no others. */
export function setRooms(fieldset, rooms) {
  chosen.set(fieldset, rooms);
  const input = fieldset.querySelector("input");
  const buttons = rooms.map((room) => {
    const button = make("button", { type: "button", ariaLabel: `Take out ${room}` }, `${room} ✕`);
    button.addEventListener("click", () => {
      change(
        fieldset,
        roomsIn(fieldset).filter((other) => other !== room),
      );
      input.focus();
    });
    return button;
  });
  const offered = usual.filter((room) => rooms.length === 0 && allRooms.includes(room));
  const picks = offered.map((room) => {
    const button = make("button", { type: "button", className: "pick" }, room);
    button.addEventListener("click", () => {
      change(fieldset, [room]);
      fieldset.querySelector(".chosen-rooms button").focus();
    });
    return button;
  });
  fieldset.querySelector(".chosen-rooms").replaceChildren(...buttons, ...picks);
  const fitting = fittingIn(fieldset);
  const options = fitting.map(
    (room) => new Option(declined.roomTypes[room] ? "not by this model" : "", room),
  );
  fieldset.querySelector("datalist").replaceChildren(...options);
  input.value = "";
  input.placeholder = rooms.length > 0 ? "Add a room" : "Or search all rooms";
  input.disabled = fitting.length === 0;
  fieldset.querySelector(".rooms-help").textContent = refusalOf({ room_types: rooms }) ?? explainRooms(rooms);
}
