import { able } from "./service.js";

/** The rooms of the contract, in its order. */
export const allRooms = able.room_types.map(({ room_type }) => room_type);

const families = able.room_families.map(({ room_types }) => room_types);
const most = able.max_room_types;

/** Whether the rooms can be staged together; one room always can. */
export const goTogether = (rooms) =>
  rooms.length === 1 || families.some((family) => rooms.every((room) => family.includes(room)));

/** Which rooms cannot be added to the chosen ones. */
export const roomsThatDoNotFit = (chosen) =>
  allRooms.filter(
    (room) => !chosen.includes(room) && (chosen.length >= most || !goTogether([...chosen, room])),
  );

/** Why what is disabled is disabled, or what there is to choose. */
export function explainRooms(chosen) {
  if (chosen.length === 0) return "Choose one room, or up to three of a family.";
  if (chosen.length >= most) return "Three rooms are the most. Take one out to choose another room.";
  const fitting = families.filter((family) => chosen.every((room) => family.includes(room)));
  const others = [...new Set(fitting.flat())].filter((room) => !chosen.includes(room));
  if (others.length === 0) return `${chosen[0]} is staged alone. Take it out to choose another room.`;
  return `${all.format(chosen)} can be with ${either.format(others)}. Other rooms do not fit.`;
}

const all = new Intl.ListFormat("en", { type: "conjunction" });
const either = new Intl.ListFormat("en", { type: "disjunction" });
