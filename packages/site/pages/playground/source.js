import { find, make } from "./elements.js";
import { captureOf, chooseCapture } from "./form.js";
import { readPicture } from "./picture.js";
import { captures } from "./words.js";

/** The chosen file as it was read, or undefined if a URL is given or nothing. */
let picture;
/** What the page, and not the reader, last chose that the picture shows. */
let guessed;
let onChange = () => {};

/** The chosen file, if any, and the URL that was typed instead. */
export const chosenSource = () => ({ picture, url: find("url").value });

function chooseGuessed(capture) {
  guessed = capture;
  chooseCapture(capture);
}

async function choosePicture(file, sample) {
  find("picture-error").textContent = "";
  try {
    const read = await readPicture(file);
    if (picture) URL.revokeObjectURL(picture.url);
    picture = { ...read, sample };
    find("url").value = find("form-error").textContent = "";
    Object.assign(find("chosen"), { src: read.url, hidden: false });
    Object.assign(find("picture-name"), {
      textContent: `${read.file.name}, ${read.width}\u00a0×\u00a0${read.height}`,
      hidden: false,
    });
    // What was chosen by hand stays, unless the picture speaks against it.
    if (read.capture !== "photo" || captureOf() === guessed || captureOf() === "panorama360")
      chooseGuessed(read.capture);
  } catch (error) {
    const kept = picture ? ` ${picture.file.name} stays chosen.` : "";
    find("picture-error").textContent = error.message + kept;
  }
  find("file").value = "";
  onChange();
}

async function chooseFirst(files) {
  if (files.length > 1) {
    find("picture-error").textContent = `Choose one picture: these are ${files.length}.`;
    return;
  }
  if (files[0]) await choosePicture(files[0]);
}

function forgetPicture() {
  picture = undefined;
  find("chosen").hidden = find("picture-name").hidden = true;
}

export const sampleOf = (capture) => `/playground/samples/${capture}.jpg`;

function buildSample([capture, { name }]) {
  const src = sampleOf(capture);
  const button = make("button", { type: "button" }, make("img", { src, alt: "" }), make("span", {}, name));
  button.addEventListener("click", async () => {
    const blob = await (await fetch(src)).blob();
    await choosePicture(new File([blob], `sample-${capture}.jpg`, { type: blob.type }), src);
    chooseGuessed(capture);
    onChange();
  });
  find("samples").append(button);
}

/** Takes a picture by choice, drop, paste, sample or URL. */
export function buildSource(changed) {
  onChange = changed;
  find("file").addEventListener("change", ({ target }) => chooseFirst([...target.files]));
  find("url").addEventListener("input", () => {
    if (find("url").value) forgetPicture();
    onChange();
  });
  for (const type of ["dragover", "dragleave", "drop"])
    document.addEventListener(type, (event) => {
      event.preventDefault();
      find("drop").classList.toggle("over", type === "dragover");
      if (type === "drop") chooseFirst([...event.dataTransfer.files]);
    });
  document.addEventListener("paste", (event) => {
    if (event.clipboardData.files.length > 0) chooseFirst([...event.clipboardData.files]);
  });
  Object.entries(captures).forEach(buildSample);
}
