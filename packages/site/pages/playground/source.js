import { find, make } from "./elements.js";
import { captureOf, chooseCapture, chooseRooms } from "./form.js";
import { readPicture } from "./picture.js";
import { showRows } from "./rows.js";
import { captures } from "./words.js";

/** The chosen files as they were read, each with what it shows (`capture`) and its `rooms`. */
let pictures = [];
/** What the page, and not the reader, last chose that the picture shows. */
let guessed;
/** Ends when the files that were chosen last are read. */
let reading = Promise.resolve();
let onChange = () => {};
let onChoice = () => {};

/** The chosen files, the only one of them if there is one, and the URL that was typed instead. */
export const chosenSource = () => ({
  pictures,
  picture: pictures.length === 1 ? pictures[0] : undefined,
  url: find("url").value,
});

/** Waits until all chosen files are read: until then, `chosenSource` is what was chosen before. */
export const sourceRead = () => reading;

const mostPictures = 50;

/** Rooms that a file's name says. The words of all languages are loaded with the first file. */
async function roomsSaidBy({ file, capture }) {
  if (capture !== "photo") return [];
  const { roomsOfName } = await import("./guess.js");
  return roomsOfName(file.name);
}

async function read(file) {
  const picture = await readPicture(file);
  return { ...picture, rooms: await roomsSaidBy(picture) };
}

/** Reads files one after the other. Returns what was read, and in words what was not. */
async function readAll(files) {
  const [chosen, errors] = [[], []];
  for (const file of files.slice(0, mostPictures))
    await read(file).then(
      (picture) => chosen.push(picture),
      ({ message }) => errors.push(message),
    );
  if (files.length > mostPictures)
    errors.push(`At most ${mostPictures} at once: the others of the ${files.length} are left out.`);
  return { chosen, errors };
}

/** Takes files after those that are being read: what is chosen last stays. */
function choosePictures(files, sample) {
  const take = () => takePictures(files, sample);
  reading = reading.then(take, take);
  return reading;
}

/** Takes files in place of the chosen one, or besides several. */
async function takePictures(files, sample) {
  if (files.length === 0) return;
  const { chosen, errors } = await readAll(files);
  find("file").value = "";
  if (chosen.length > 0) {
    const isMore = pictures.length > 1 && !sample;
    const isFirst = pictures.length === 0;
    if (!isMore) forgetPictures();
    pictures = [...pictures, ...chosen.map((picture) => ({ ...picture, sample }))];
    find("url").value = find("form-error").textContent = "";
    showChosen(isFirst);
    onChoice(pictures);
  } else if (pictures.length === 1) errors.push(`${pictures[0].file.name} stays chosen.`);
  const shown = errors.slice(0, 3);
  if (errors.length > 3) shown.push(`And ${errors.length - 3} more.`);
  find("picture-error").textContent = shown.join(" ");
  onChange();
}

function showChosen(isFirst) {
  const { picture } = chosenSource();
  const isSeveral = pictures.length > 1;
  find("chosen").hidden = find("picture-name").hidden = !picture;
  find("captures").hidden = find("rooms").hidden = isSeveral;
  showRows(pictures, { changed: onChange, remove });
  if (isSeveral) {
    const { capture } = pictures.find((one) => one.capture === "photo") ?? pictures[0];
    chooseGuessed(capture);
  }
  if (picture) showOne(picture, isFirst);
}

/** A room that was chosen for an earlier picture is not this one's. */
function showOne({ file, url, width, height, capture, rooms, sample }, isFirst) {
  find("chosen").src = url;
  find("picture-name").textContent = `${file.name}, ${width}\u00a0×\u00a0${height}`;
  // What was chosen by hand stays, unless the picture speaks against it.
  if (capture !== "photo" || captureOf() === guessed || captureOf() === "panorama360") chooseGuessed(capture);
  if (sample) chooseRooms(capture === "photo" ? ["Living Room"] : [], "");
  else if (rooms.length > 0) chooseRooms(rooms, "Guessed from the file’s name.");
  else if (!isFirst) chooseRooms([], "");
}

function chooseGuessed(capture) {
  guessed = capture;
  chooseCapture(capture);
}

function remove(picture) {
  URL.revokeObjectURL(picture.url);
  pictures = pictures.filter((other) => other !== picture);
  showChosen(false);
  onChoice(pictures);
  onChange();
}

function forgetPictures() {
  for (const { url } of pictures) URL.revokeObjectURL(url);
  pictures = [];
}

export const sampleOf = (capture) => `/playground/samples/${capture}.jpg`;

function buildSample([capture, { name }]) {
  const src = sampleOf(capture);
  const picture = make("img", { src, alt: "", width: 60, height: 40 });
  const button = make("button", { type: "button" }, picture, make("span", {}, name));
  button.addEventListener("click", async () => {
    const blob = await (await fetch(src)).blob();
    await choosePictures([new File([blob], `sample-${capture}.jpg`, { type: blob.type })], src);
    chooseGuessed(capture);
    onChange();
  });
  find("samples").append(button);
}

/**
 * Takes pictures by choice, drop, paste, sample or URL. `changed` is called when the form would send something else, `chose` with
 * the pictures when others are chosen.
 */
export function buildSource(changed, chose) {
  onChange = changed;
  onChoice = chose;
  find("file").addEventListener("change", ({ target }) => choosePictures([...target.files]));
  find("url").addEventListener("input", () => {
    if (find("url").value) {
      forgetPictures();
      showChosen(false);
      onChoice(pictures);
    }
    onChange();
  });
  for (const type of ["dragover", "dragleave", "drop"])
    document.addEventListener(type, (event) => {
      event.preventDefault();
      find("drop").classList.toggle("over", type === "dragover");
      if (type === "drop") choosePictures([...event.dataTransfer.files]);
    });
  document.addEventListener("paste", (event) => choosePictures([...event.clipboardData.files]));
  Object.entries(captures).forEach(buildSample);
}
