import contract from "./styles.json" with { type: "json" };

const none = { wall: "#f4f3f0", wood: "#cdc9c2" };

const svg = (tag, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

/** A corner of a living room in the colours of a style; an empty one for no style. */
export function stylePicture(style) {
  const { wall, wood, main, second, accent } = contract.presets[style]?.colours ?? none;
  const picture = svg("svg", { viewBox: "0 0 60 40", "aria-hidden": "true", focusable: "false" });
  const box = ([x, y, width, height], fill, rx = 0) => svg("rect", { x, y, width, height, fill, rx });
  picture.append(box([0, 0, 60, 40], wall), box([0, 29, 60, 11], wood));
  if (main)
    picture.append(
      box([8, 5, 12, 9], second),
      box([9, 6, 10, 7], accent),
      svg("ellipse", { cx: 28, cy: 36, rx: 22, ry: 3, fill: second, opacity: 0.7 }),
      box([10, 19, 32, 8], main, 2),
      box([8, 23, 36, 9], main, 2),
      box([13, 20, 8, 6], second, 1),
      box([31, 20, 8, 6], accent, 1),
      box([50.5, 14, 1, 19], main),
      svg("path", { d: "M47 15L49 8H53L55 15Z", fill: accent }),
    );
  return picture;
}
