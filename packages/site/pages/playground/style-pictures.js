/** Wall, floor, sofa, cushion and lamp of each style. */
const colours = {
  modern: ["#eef0f1", "#8d7259", "#56636e", "#d5d8da", "#d9a441"],
  scandi: ["#f7f5f0", "#dcbf93", "#b9c6c9", "#efece6", "#6f99a3"],
  boho: ["#f3e4cf", "#aa8159", "#b9694a", "#e7d4b2", "#6f8350"],
  country: ["#f1ead8", "#a0764a", "#8da28c", "#efe6d6", "#a9574f"],
  industrial: ["#cfcac3", "#70503a", "#4b4845", "#97938e", "#b8652f"],
  mediterranean: ["#fbf3e1", "#bd9263", "#2f72a3", "#f5ecdb", "#dc8e4d"],
  luxury: ["#ece3d2", "#513829", "#1f4a47", "#dccdae", "#c8a45c"],
  eclectic: ["#f2ecdc", "#8f5d3e", "#76428c", "#efc653", "#1f8c8a"],
  japandia: ["#f0eadf", "#bd9d76", "#7f766a", "#dcd4c6", "#3f4c42"],
};
const none = ["#f4f3f0", "#cdc9c2", "#f4f3f0", "#f4f3f0", "#f4f3f0"];

const svg = (tag, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

/** A corner of a living room in the colours of a style; an empty one for no style. */
export function stylePicture(style) {
  const [wall, floor, sofa, cushion, lamp] = colours[style] ?? none;
  const picture = svg("svg", { viewBox: "0 0 60 40", "aria-hidden": "true", focusable: "false" });
  const box = (x, y, width, height, fill, rx = 0) => svg("rect", { x, y, width, height, fill, rx });
  picture.append(box(0, 0, 60, 40, wall), box(0, 29, 60, 11, floor));
  if (colours[style])
    picture.append(
      box(8, 5, 12, 9, cushion),
      box(9, 6, 10, 7, lamp),
      svg("ellipse", { cx: 28, cy: 36, rx: 22, ry: 3, fill: cushion, opacity: 0.7 }),
      box(10, 19, 32, 8, sofa, 2),
      box(8, 23, 36, 9, sofa, 2),
      box(13, 20, 8, 6, cushion, 1),
      box(31, 20, 8, 6, lamp, 1),
      box(50.5, 14, 1, 19, sofa),
      svg("path", { d: "M47 15L49 8H53L55 15Z", fill: lamp }),
    );
  return picture;
}
