import { listenToFingers } from "./fingers.js";

const vertexShader = `attribute vec2 at; varying vec2 screen;
void main() { screen = at; gl_Position = vec4(at, 0.0, 1.0); }`;

/**
 * For each pixel: the direction in which it looks, and the equirectangular picture's pixel of that direction. What is left of
 * the split is the picture before.
 */
const fragmentShader = `precision highp float;
varying vec2 screen; uniform sampler2D picture; uniform sampler2D before; uniform vec2 look; uniform vec2 scale;
uniform float split;
void main() {
  vec3 ray = normalize(vec3(screen * scale, 1.0));
  float c = cos(look.y), s = sin(look.y);
  ray = vec3(ray.x, c * ray.y + s * ray.z, c * ray.z - s * ray.y);
  float turn = atan(ray.x, ray.z) + look.x;
  vec2 at = vec2(fract(turn / 6.2831853 + 0.5), 0.5 - asin(ray.y) / 3.14159265);
  float x = screen.x * 0.5 + 0.5;
  gl_FragColor = x < split ? texture2D(before, at) : texture2D(picture, at);
  if (split > 0.0 && abs(x - split) < 0.002) gl_FragColor = vec4(1.0);
}`;

const steepest = Math.PI / 2 - 0.05;
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * Shows an equirectangular picture as what someone in the room sees: a drag or the arrow keys look around; the wheel, two
 * fingers, + and − zoom. Throws if the browser has no WebGL.
 */
export function createViewer(canvas) {
  const gl = canvas.getContext("webgl", { antialias: false });
  if (!gl) throw new Error("This browser has no WebGL, so the panorama is shown flat.");
  const program = link(gl);
  const textures = [gl.createTexture(), gl.createTexture()];
  const place = (name) => gl.getUniformLocation(program, name);
  const [lookAt, scaleAt, splitAt] = ["look", "scale", "split"].map(place);
  gl.uniform1i(place("before"), 1);
  const view = { turn: 0, tilt: 0, width: 1.4 };
  let isLoaded = false;
  let [hasBefore, split] = [false, 0.5];

  function draw() {
    const density = Math.min(devicePixelRatio, 2);
    canvas.width = canvas.clientWidth * density;
    canvas.height = canvas.clientHeight * density;
    if (!isLoaded) return;
    gl.viewport(0, 0, canvas.width, canvas.height);
    const across = Math.tan(view.width / 2);
    gl.uniform1f(splitAt, hasBefore ? split : 0);
    gl.uniform2f(lookAt, view.turn, view.tilt);
    gl.uniform2f(scaleAt, across, (across * canvas.height) / canvas.width);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    Object.assign(canvas.dataset, { turn: view.turn.toFixed(3), width: view.width.toFixed(3) });
  }
  function turnBy(turn, tilt, zoom = 1) {
    view.turn += turn;
    view.tilt = clamp(view.tilt + tilt, -steepest, steepest);
    view.width = clamp(view.width * zoom, 0.5, 2);
    requestAnimationFrame(draw);
  }
  const label = "The panorama: arrow keys look around, plus and minus zoom";
  Object.assign(canvas, { tabIndex: 0, role: "application", ariaLabel: label });
  listen(canvas, view, turnBy);
  new ResizeObserver(draw).observe(canvas);

  return {
    /** The pictures must be readable by the page: images with `crossOrigin`. Without `before`, only the one after shows. */
    show(after, before) {
      hasBefore = Boolean(before);
      for (const [unit, image] of [after, before].entries()) if (image) load(gl, unit, textures[unit], image);
      isLoaded = true;
      draw();
    },
    /** Shows the picture before in this part of the view, from the left: 0 to 1. */
    split(part) {
      split = part;
      draw();
    },
  };
}

/** Puts an image into a texture of a unit. */
function load(gl, unit, texture, image) {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  const fitting = within(image, gl.getParameter(gl.MAX_TEXTURE_SIZE));
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, fitting);
  for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
}

function link(gl) {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.bindAttribLocation(program, 0, "at");
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error("The panorama cannot be drawn here.");
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  // One triangle that covers the canvas.
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  return program;
}

/** The image, or a smaller copy if it is wider than a texture can be. */
function within(image, limit) {
  if (image.naturalWidth <= limit) return image;
  const copy = Object.assign(document.createElement("canvas"), { width: limit, height: limit / 2 });
  copy.getContext("2d").drawImage(image, 0, 0, copy.width, copy.height);
  return copy;
}

const keys = {
  ArrowLeft: [-0.1, 0],
  ArrowRight: [0.1, 0],
  ArrowUp: [0, 0.08],
  ArrowDown: [0, -0.08],
  "+": [0, 0, 0.9],
  "=": [0, 0, 0.9],
  "-": [0, 0, 1.1],
};

function listen(canvas, view, turnBy) {
  canvas.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (!step) return;
    event.preventDefault();
    turnBy(...step);
  });
  listenToFingers(canvas, {
    pinch: (ratio) => turnBy(0, 0, 1 / ratio),
    drag: (x, y, last) => {
      const perPixel = view.width / canvas.clientWidth;
      turnBy((last.x - x) * perPixel, (y - last.y) * perPixel);
    },
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      turnBy(0, 0, event.deltaY > 0 ? 1.08 : 0.93);
    },
    { passive: false },
  );
}
