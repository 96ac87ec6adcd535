import { find } from "./elements.js";
import { colour, drawMask, maskOf, shareOf } from "./mask.js";

/** The longer side of the mask, in pixels: the service scales it to the picture. */
const longSide = 1024;
const mostSteps = 20;
/** How far an arrow key moves the brush, as a part of the board's width. */
const keyStep = 0.02;

const canvas = find("brush-canvas");
const paint = canvas.getContext("2d", { willReadFrequently: true });
const sizes = find("brush-size");
const clamp = (value, high) => Math.min(high, Math.max(0, value));

/** The steps that can be undone, the brush's place on the canvas, and whether it erases. */
let steps = [];
let at = { x: 0, y: 0 };
let isErasing = false;

const radius = () => (Number(sizes.value) / 200) * canvas.width;

function snapshot() {
  steps.push(paint.getImageData(0, 0, canvas.width, canvas.height));
  steps = steps.slice(-mostSteps);
}

/** Paints, or erases, from the last place of the brush to the next. */
function stroke(from, to) {
  paint.globalCompositeOperation = isErasing ? "destination-out" : "source-over";
  Object.assign(paint, { lineWidth: 2 * radius(), lineCap: "round", strokeStyle: colour });
  paint.beginPath();
  paint.moveTo(from.x, from.y);
  paint.lineTo(to.x, to.y + 0.01);
  paint.stroke();
}

function moveTo(place) {
  at = place;
  const { clientWidth } = canvas;
  const scale = clientWidth / canvas.width;
  const side = `${2 * radius() * scale}px`;
  Object.assign(find("brush-cursor").style, {
    ...{ width: side, height: side },
    transform: `translate(${at.x * scale}px, ${at.y * scale}px) translate(-50%, -50%)`,
  });
}

function showShare() {
  const share = shareOf(canvas);
  find("brush-share").textContent = `${Math.round(100 * share)} % marked`;
  find("brush-done").disabled = share === 0 || share === 1;
  find("brush-undo").disabled = steps.length === 0;
}

function undo() {
  const before = steps.pop();
  if (before) paint.putImageData(before, 0, 0);
  showShare();
}

function clear() {
  snapshot();
  paint.clearRect(0, 0, canvas.width, canvas.height);
  showShare();
}

function choose(erases) {
  isErasing = erases;
  find("brush-paint").setAttribute("aria-pressed", String(!erases));
  find("brush-erase").setAttribute("aria-pressed", String(erases));
}

const resize = (by) => {
  sizes.value = String(Number(sizes.value) + by);
  moveTo(at);
};

const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const keys = {
  " ": (isHeld) => dab(isHeld),
  Enter: (isHeld) => dab(isHeld),
  e: () => choose(!isErasing),
  z: undo,
  "+": () => resize(1),
  "=": () => resize(1),
  "-": () => resize(-1),
};

/** A dab of the keyboard; while its key is held, what it adds is one step. */
function dab(isHeld) {
  if (!isHeld) snapshot();
  stroke(at, at);
  showShare();
}

function onKey(event) {
  const move = moves[event.key];
  const act = keys[event.key];
  if (!move && !act) return;
  event.preventDefault();
  if (act) return act(event.repeat);
  const [x, y] = move.map((way) => way * keyStep * canvas.width * (event.shiftKey ? 3 : 1));
  moveTo({ x: clamp(at.x + x, canvas.width), y: clamp(at.y + y, canvas.height) });
}

const placeOf = ({ offsetX, offsetY }) => ({
  x: (offsetX / canvas.clientWidth) * canvas.width,
  y: (offsetY / canvas.clientHeight) * canvas.height,
});

const label = "The picture: arrow keys move the brush, Space paints";
Object.assign(canvas, { tabIndex: 0, role: "application", ariaLabel: label });

/** One finger or the mouse paints; a second finger is left to the page. */
function listen() {
  let pointer;
  canvas.addEventListener("keydown", onKey);
  canvas.addEventListener("pointerdown", (event) => {
    if (pointer !== undefined || event.button !== 0) return;
    pointer = event.pointerId;
    canvas.setPointerCapture(pointer);
    snapshot();
    moveTo(placeOf(event));
    stroke(at, at);
  });
  canvas.addEventListener("pointermove", (event) => {
    const place = placeOf(event);
    if (event.pointerId === pointer) stroke(at, place);
    if (pointer === undefined || event.pointerId === pointer) moveTo(place);
  });
  for (const type of ["pointerup", "pointercancel"])
    canvas.addEventListener(type, ({ pointerId }) => {
      if (pointerId !== pointer) return;
      pointer = undefined;
      showShare();
    });
  new ResizeObserver(() => moveTo(at)).observe(canvas);
  sizes.addEventListener("input", () => moveTo(at));
  find("brush-paint").addEventListener("click", () => choose(false));
  find("brush-erase").addEventListener("click", () => choose(true));
  find("brush-undo").addEventListener("click", undo);
  find("brush-clear").addEventListener("click", clear);
  for (const [id, answer] of [
    ["brush-done", "done"],
    ["brush-cancel", ""],
  ])
    find(id).addEventListener("click", () => find("brush").close(answer));
}
listen();

const loaded = async (src) => {
  const image = Object.assign(new Image(), { crossOrigin: "anonymous", src });
  await image.decode();
  return image;
};

/**
 * Lets the reader mark what may be removed from the picture at `src`, from the mask at `start` on, if there is one. Resolves with
 * the mask as a PNG, or undefined if it is not to change.
 */
export async function openBrush(src, start) {
  const picture = await loaded(src);
  const scale = longSide / Math.max(picture.naturalWidth, picture.naturalHeight);
  canvas.width = Math.round(picture.naturalWidth * scale);
  canvas.height = Math.round(picture.naturalHeight * scale);
  find("brush-picture").src = src;
  steps = [];
  choose(false);
  if (start) drawMask(canvas, await loaded(start));
  find("brush").showModal();
  moveTo({ x: canvas.width / 2, y: canvas.height / 2 });
  showShare();
  canvas.focus();
  await new Promise((resolve) => find("brush").addEventListener("close", resolve, { once: true }));
  const isDone = find("brush").returnValue === "done";
  find("brush").returnValue = "";
  return isDone ? maskOf(canvas) : undefined;
}
