import { roomNamesIn } from "./room-names.js";
import { allRooms, goTogether } from "./rooms.js";

/** The rooms in one text: all if they can be staged together, else the first. */
function roomsIn(text) {
  const rooms = roomNamesIn(text).filter((name) => allRooms.includes(name));
  return goTogether(rooms) ? rooms : rooms.slice(0, 1);
}

/**
 * The rooms that a file's name says, such as `Küche.jpg` or `IMG_2 bedroom final.png`; none if it says none. If the whole is too
 * strange, word by word.
 */
export function roomsOfName(file) {
  const name = file.replace(/\.\w+$/, "");
  const whole = roomsIn(name.replaceAll(/[^\p{L}'’]+/gu, " "));
  if (whole.length > 0) return whole;
  const words = name.match(/\p{L}{3,}/gu) ?? [];
  return words.map(roomsIn).find((rooms) => rooms.length > 0) ?? [];
}
