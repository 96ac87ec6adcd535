import { choice, chosenIn, make } from "./elements.js";
import { explainRooms, roomGroups, roomsThatDoNotFit } from "./rooms.js";
import { declined } from "./service.js";

/** Fills a fieldset with the rooms by family; what does not fit the chosen ones is disabled, and a sentence says why. */
export function buildRooms(fieldset, group) {
  fieldset.append(make("p", { className: "soft rooms-help", ariaLive: "polite" }));
  for (const [family, rooms] of Object.entries(roomGroups)) {
    const chips = rooms.map((room) => choice({ type: "checkbox", group, value: room, name: room }));
    const name = make("span", { className: "soft family" }, family);
    fieldset.append(make("div", { className: "chips", role: "group", ariaLabel: family }, name, ...chips));
  }
  fieldset.addEventListener("change", () => showFitting(fieldset, group));
}

/** Chooses these rooms and no others. */
export function setRooms(fieldset, group, rooms) {
  for (const input of fieldset.querySelectorAll("input")) input.checked = rooms.includes(input.value);
  showFitting(fieldset, group);
}

function showFitting(fieldset, group) {
  const chosen = chosenIn(group);
  const unfit = roomsThatDoNotFit(chosen);
  for (const input of fieldset.querySelectorAll("input")) input.disabled = unfit.includes(input.value);
  const refusal = chosen.length > 0 && chosen.every((room) => declined.roomTypes[room]);
  fieldset.querySelector(".rooms-help").textContent = refusal
    ? declined.roomTypes[chosen[0]]
    : explainRooms(chosen);
}
