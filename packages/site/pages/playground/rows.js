import { find, make } from "./elements.js";
import { allRooms } from "./rooms.js";
import { declined } from "./service.js";
import { captures } from "./words.js";

/** A list of options, of which one is chosen. */
function select(label, entries, value, chosen) {
  const options = entries.map(([key, name]) => new Option(name, key, false, key === value));
  const element = make("select", { ariaLabel: label }, ...options);
  element.addEventListener("change", () => chosen(element.value));
  return element;
}

const rooms = [
  ["", "Which room?"],
  ...allRooms.map((room) => [room, declined.roomTypes[room] ? `${room} (declined)` : room]),
];

function rowOf(picture, { changed, remove }) {
  const { name } = picture.file;
  const joined = picture.rooms.join(", ");
  const both = picture.rooms.length > 1 ? [...rooms, [joined, joined]] : rooms;
  const room = select(`Room in ${name}`, both, joined, (value) => {
    picture.rooms = value ? value.split(", ") : [];
    changed();
  });
  room.hidden = picture.capture !== "photo";
  const kinds = Object.entries(captures).map(([key, { name }]) => [key, name]);
  const capture = select(`What ${name} shows`, kinds, picture.capture, (value) => {
    picture.capture = value;
    room.hidden = value !== "photo";
    changed();
  });
  const out = make("button", { type: "button", ariaLabel: `Take out ${name}` }, "✕");
  out.addEventListener("click", () => remove(picture));
  const image = make("img", { src: picture.url, alt: "", width: 60, height: 40 });
  return make("li", {}, image, make("span", { title: name }, name), out, room, capture);
}

/** Lists several chosen pictures, each with its room and what it shows, to be changed by the reader. */
export function showRows(pictures, actions) {
  find("pictures").hidden = pictures.length < 2;
  find("pictures").replaceChildren(
    ...(pictures.length < 2 ? [] : pictures.map((one) => rowOf(one, actions))),
  );
}
