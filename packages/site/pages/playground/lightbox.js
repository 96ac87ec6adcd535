import { find } from "./elements.js";
import { listenToFingers } from "./fingers.js";

const [board, layers] = [find("lightbox-board"), find("lightbox-layers")];
const [most, step] = [8, 1.25];
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

let entries = [];
let at = 0;
/** How large the picture is shown, and how far its middle is from the board's, in pixels. */
let view = { scale: 1, x: 0, y: 0 };
let viewer;

/** The picture fills the board in its own proportions: the slider's part is one of the picture. */
function fit() {
  const { naturalWidth: width, naturalHeight: height } = find("lightbox-after");
  if (!width) return;
  const scale = Math.min(board.clientWidth / width, board.clientHeight / height);
  Object.assign(layers.style, { width: `${width * scale}px`, height: `${height * scale}px` });
  draw();
}

function draw() {
  const room = (side) => ((view.scale - 1) * board[side]) / 2;
  view.x = clamp(view.x, -room("clientWidth"), room("clientWidth"));
  view.y = clamp(view.y, -room("clientHeight"), room("clientHeight"));
  layers.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  board.dataset.scale = view.scale.toFixed(2);
  board.classList.toggle("zoomed", view.scale > 1);
  find("lightbox-out").disabled = view.scale <= 1;
  find("lightbox-in").disabled = view.scale >= most;
}

/** Zooms, and keeps what is under a place of the window where it is; by default the middle. */
function zoomBy(factor, clientX, clientY) {
  const box = board.getBoundingClientRect();
  const scale = clamp(view.scale * factor, 1, most);
  const x = (clientX ?? box.x + box.width / 2) - box.x - box.width / 2;
  const y = (clientY ?? box.y + box.height / 2) - box.y - box.height / 2;
  const ratio = scale / view.scale;
  view = { scale, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio };
  draw();
}

function moveBy(x, y) {
  view = { ...view, x: view.x + x, y: view.y + y };
  draw();
}

function setSplit(percent) {
  find("lightbox-split").value = percent;
  layers.style.setProperty("--split", `${percent}%`);
  viewer?.split(percent / 100);
}

/** Where in the shown picture a place of the window is, in percent from its left. */
function percentAt(clientX) {
  const { left, width } = find("lightbox-after").getBoundingClientRect();
  return clamp((100 * (clientX - left)) / width, 0, 100);
}

async function showEntry(place) {
  at = place;
  const { title, after, before, isPanorama, split } = entries[at];
  find("lightbox-title").textContent = title;
  find("lightbox-slider").hidden = find("lightbox-before").hidden = !before;
  find("lightbox-after").src = after;
  if (before) find("lightbox-before").src = before;
  board.hidden = find("lightbox-zooms").hidden = isPanorama;
  find("lightbox-viewer").hidden = !isPanorama;
  find("lightbox-steps").hidden = entries.length < 2;
  find("lightbox-previous").disabled = at === 0;
  find("lightbox-next").disabled = at === entries.length - 1;
  view = { scale: 1, x: 0, y: 0 };
  draw();
  if (isPanorama) await showAround(Boolean(before));
  setSplit(split);
}

async function showAround(hasBefore) {
  const [after, before] = [find("lightbox-after"), find("lightbox-before")];
  await Promise.allSettled([after.decode(), hasBefore && before.decode()]);
  try {
    viewer ??= (await import("./viewer.js")).createViewer(find("lightbox-viewer"));
    viewer.show(after, hasBefore ? before : undefined);
  } catch {
    // Without WebGL the panorama is shown flat.
    board.hidden = find("lightbox-zooms").hidden = false;
    find("lightbox-viewer").hidden = true;
  }
}

const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
const zooms = { "+": step, "=": step, "-": 1 / step, 0: 1 / most };

function onKey(event) {
  const [move, zoom] = [moves[event.key], zooms[event.key]];
  if (!move && !zoom) return;
  event.preventDefault();
  if (move) moveBy(...move);
  else zoomBy(zoom);
}

/** A finger or the mouse moves the slider, or the picture if it is zoomed; two fingers zoom. */
function listenToPointers() {
  listenToFingers(board, {
    pinch: zoomBy,
    drag: (x, y, last) => {
      if (view.scale > 1) moveBy(x - last.x, y - last.y);
      else if (!find("lightbox-slider").hidden) setSplit(percentAt(x));
    },
  });
  board.addEventListener("dblclick", ({ clientX, clientY }) =>
    zoomBy(view.scale > 1 ? 1 / most : 3, clientX, clientY),
  );
  board.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoomBy(event.deltaY > 0 ? 1 / step : step, event.clientX, event.clientY);
  });
}

const label = "The picture: plus and minus zoom, arrow keys move it";
Object.assign(board, { tabIndex: 0, role: "application", ariaLabel: label });
board.addEventListener("keydown", onKey);
listenToPointers();
new ResizeObserver(fit).observe(board);
find("lightbox-after").addEventListener("load", fit);
find("lightbox-split").addEventListener("input", ({ target }) => setSplit(target.value));
find("lightbox-in").addEventListener("click", () => zoomBy(step));
find("lightbox-out").addEventListener("click", () => zoomBy(1 / step));
find("lightbox-previous").addEventListener("click", () => showEntry(at - 1));
find("lightbox-next").addEventListener("click", () => showEntry(at + 1));
find("lightbox-close").addEventListener("click", () => find("lightbox").close());

/** Shows pictures as large as the window, from one of them on: `{ title, after, before, isPanorama, split }`. */
export function openLightbox(all, place) {
  entries = all;
  find("lightbox").showModal();
  board.focus();
  return showEntry(place);
}
